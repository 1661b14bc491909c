internal import Copyfit
internal import CopyfitArguments
internal import CopyfitPaint
private import Glibc

/// Writes pictures: whole or not at all.
enum PictureFile {
    /// `page.html` gives `page.png`.
    static func defaultPath(for path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ".png" }
        return String(path.dropLast(name.distance(from: dot, to: name.endIndex))) + ".png"
    }

    /// Draws in the format that the path's ending names; PNG for standard output and other endings.
    static func draw(_ painter: PagePainter, width: Double, _ options: PictureOptions, to path: String) -> Result<Void, PaintError> {
        do throws(PaintError) {
            let lowercased = path.lowercased()
            if lowercased.hasSuffix(".pdf") || lowercased.hasSuffix(".svg") {
                let bytes = lowercased.hasSuffix(".pdf") ? try painter.pdf(width: width, options: options) : try painter.svg(width: width, options: options)
                guard !bytes.isEmpty else { throw .drawing("the picture could not be encoded") }
                try write(to: path) { sink throws(PaintError) in
                    if !bytes.withUnsafeBytes(sink) { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
                }
            } else {
                try write(to: path) { sink throws(PaintError) in try painter.writePNG(width: width, options: options, to: sink) }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// To a file beside the target that then takes its name. What fails leaves nothing behind.
    static func write(
        to path: String, _ body: (_ sink: @escaping (UnsafeRawBufferPointer) -> Bool) throws(PaintError) -> Void
    ) throws(PaintError) {
        var information = stat()
        // A pipe or device takes the bytes as they come.
        let isStream = path == "-" || (stat(path, &information) == 0 && information.st_mode & S_IFMT != S_IFREG)
        let temporary = isStream ? path : path + ".\(getpid()).part"
        let descriptor = path == "-" ? 1 : isStream ? open(path, O_WRONLY) : open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        let name = path == "-" ? "standard output" : path
        guard descriptor >= 0 else { throw .cannotWrite(path: name, reason: String(cString: strerror(errno))) }
        let failure = WriteFailure()
        do throws(PaintError) {
            try body { bytes in
                if Output.writeAll(bytes, to: descriptor) { return true }
                failure.code = errno
                return false
            }
        } catch {
            if descriptor != 1 { close(descriptor) }
            if !isStream { unlink(temporary) }
            throw failure.code == 0 ? error : .cannotWrite(path: name, reason: String(cString: strerror(failure.code)))
        }
        if descriptor != 1, close(descriptor) != 0 { failure.code = errno }
        guard !isStream else { return }
        guard failure.code == 0, rename(temporary, path) == 0 else {
            let code = failure.code == 0 ? errno : failure.code
            unlink(temporary)
            throw .cannotWrite(path: name, reason: String(cString: strerror(code)))
        }
    }

    /// Why the last write failed.
    private final class WriteFailure {
        var code: Int32 = 0
    }
}
