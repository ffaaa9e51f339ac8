// The live depth picture: the service's bytes as colours. What decided the reading is marked by the service.

const palette = makePalette();

/** Near is bright, far is dark: readable without telling colours apart. */
function makePalette() {
  const stops = [
    [0, 253, 231, 37], [0.25, 94, 201, 98], [0.5, 33, 145, 140], [0.75, 59, 82, 139], [1, 68, 1, 84],
  ];
  const colours = [[24, 24, 28], [112, 112, 118]];
  for (let value = 2; value < 256; value += 1) {
    const share = (value - 2) / 253;
    const next = Math.max(1, stops.findIndex((stop) => stop[0] >= share));
    const [low, high] = [stops[next - 1], stops[next]];
    const part = (share - low[0]) / (high[0] - low[0]);
    colours.push([1, 2, 3].map((index) => Math.round(low[index] + (high[index] - low[index]) * part)));
  }
  return colours;
}

const deciding = [255, 64, 200];

/** Reads the bytes of a picture; null where they are in another form than this page knows. */
export function readPicture(buffer) {
  const view = new DataView(buffer);
  const number = (index) => view.getUint16(index * 2, true);
  if (number(0) !== 1) return null;
  const [width, height] = [number(1), number(2)];
  const pixels = new Uint8Array(buffer, 24, width * height);
  const bits = new Uint8Array(buffer, 24 + width * height);
  return {
    width, height, pixels, bits, frame: [number(3), number(4)],
    region: [number(5), number(6), number(7), number(8)],
    reading: number(9) === 65535 ? null : number(9) / 1000, range: [number(10) / 1000, number(11) / 1000],
  };
}

/** Paints a picture with its region and the pixels that decided. */
export function paint(canvas, picture) {
  const { width, height, pixels, bits } = picture;
  const image = new ImageData(width, height);
  for (let index = 0; index < pixels.length; index += 1) {
    const isDeciding = (bits[index >> 3] >> (index & 7)) & 1;
    const [red, green, blue] = isDeciding ? deciding : palette[pixels[index]];
    image.data.set([red, green, blue, 255], index * 4);
  }
  const small = new OffscreenCanvas(width, height);
  small.getContext("2d").putImageData(image, 0, 0);
  const scale = Math.max(1, Math.round(720 / width));
  if (canvas.width !== width * scale || canvas.height !== height * scale) {
    canvas.width = width * scale;
    canvas.height = height * scale;
  }
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  outline(context, canvas, picture);
}

function outline(context, canvas, { frame, region }) {
  const [across, down] = [canvas.width / frame[0], canvas.height / frame[1]];
  const box = [region[0] * across, region[1] * down, region[2] * across, region[3] * down];
  context.setLineDash([]);
  context.lineWidth = 6;
  context.strokeStyle = "#000000";
  context.strokeRect(...box);
  context.lineWidth = 3;
  context.setLineDash([14, 8]);
  context.strokeStyle = "#ffffff";
  context.strokeRect(...box);
}

/** Paints the scale of the legend, near at the left. */
export function paintScale(canvas) {
  const context = canvas.getContext("2d");
  for (let x = 0; x < canvas.width; x += 1) {
    const [red, green, blue] = palette[2 + Math.round((x / (canvas.width - 1)) * 253)];
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(x, 0, 1, canvas.height);
  }
}
