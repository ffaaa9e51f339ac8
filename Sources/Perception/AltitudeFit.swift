/// A straight line through samples, gathered so that nothing cancels: means and sums of products about them.
struct AltitudeFit {
    private(set) var count = 0.0
    private(set) var meanSeconds = 0.0
    private(set) var meanMetres = 0.0
    private var timeSquares = 0.0
    private var products = 0.0
    private var squares = 0.0

    /// Adds one sample.
    mutating func add(seconds: Double, metres: Double) {
        count += 1
        let dt = seconds - meanSeconds
        let dh = metres - meanMetres
        meanSeconds += dt / count
        meanMetres += dh / count
        timeSquares += dt * (seconds - meanSeconds)
        products += dt * (metres - meanMetres)
        squares += dh * (metres - meanMetres)
    }

    /// Adds all samples of another.
    mutating func merge(_ other: AltitudeFit) {
        guard other.count > 0 else { return }
        let total = count + other.count
        let dt = other.meanSeconds - meanSeconds
        let dh = other.meanMetres - meanMetres
        let weight = count * other.count / total
        timeSquares += other.timeSquares + dt * dt * weight
        products += other.products + dt * dh * weight
        squares += other.squares + dh * dh * weight
        meanSeconds += dt * other.count / total
        meanMetres += dh * other.count / total
        count = total
    }

    /// The slope in m/s; 0 without a span of time.
    var slope: Double { timeSquares > 0 ? products / timeSquares : 0 }

    /// The deviation of the samples from the line in metres; infinite for fewer than four samples.
    var residual: Double {
        guard count >= 4, timeSquares > 0 else { return .infinity }
        return (max(squares - products * products / timeSquares, 0) / (count - 2)).squareRoot()
    }

    /// The standard error of the slope in m/s, where the noise of a sample is at least `noise` metres; infinite for
    /// fewer than four samples.
    func slopeError(noise: Double) -> Double {
        guard timeSquares > 0 else { return .infinity }
        return max(residual, noise) / timeSquares.squareRoot()
    }
}
