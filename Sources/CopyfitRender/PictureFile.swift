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
            let bytes: [UInt8] = if lowercased.hasSuffix(".pdf") { try painter.pdf(width: width, options: options) } else if lowercased.hasSuffix(".svg") {
                try painter.svg(width: width, options: options)
            } else { try painter.png(width: width, options: options) }
            guard !bytes.isEmpty else { throw .drawing("the picture could not be encoded") }
            try write(bytes, to: path)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// To a file beside the target that then takes its name.
    static func write(_ bytes: [UInt8], to path: String) throws(PaintError) {
        if path == "-" {
            guard Output.writeAll(bytes, to: 1) else { throw .cannotWrite(path: "standard output", reason: String(cString: strerror(errno))) }
            return
        }
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
            // A pipe or device takes the bytes as they come.
            let descriptor = open(path, O_WRONLY)
            guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
            defer { close(descriptor) }
            guard Output.writeAll(bytes, to: descriptor) else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
            return
        }
        let temporary = path + ".\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        let isWritten = Output.writeAll(bytes, to: descriptor)
        let reason = String(cString: strerror(errno))
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw .cannotWrite(path: path, reason: reason)
        }
    }
}
