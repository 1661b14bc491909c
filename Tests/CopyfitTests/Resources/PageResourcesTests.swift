import Testing

@testable import Copyfit
private import Glibc

/// A folder `base` with `inner/a.txt` and `pic.gif`, beside it `secret.txt`, and links that lead there; removed at the end.
private final class Playground {
    let root: String
    var base: String { root + "/base" }

    init() throws {
        var template = Array("/tmp/copyfit-loader-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        root = try #require(FileReader.realPath(String(cString: made)))
        mkdir(base, 0o755)
        mkdir(base + "/inner", 0o755)
        mkdir(root + "/base-twin", 0o755)
        write("inner", to: base + "/inner/a.txt")
        write("spaced", to: base + "/a b.txt")
        write("secret", to: root + "/secret.txt")
        write("twin", to: root + "/base-twin/t.txt")
        write("GIF89a\u{0A}\0\u{14}\0", to: base + "/pic.gif")
        symlink("../secret.txt", base + "/link.txt")
        symlink("..", base + "/up")
        symlink("inner/a.txt", base + "/good-link.txt")
        mkfifo(base + "/pipe", 0o644)
    }

    private func write(_ text: String, to path: String) {
        let file = open(path, O_WRONLY | O_CREAT, 0o644)
        let bytes = Array(text.utf8)
        _ = Glibc.write(file, bytes, bytes.count)
        close(file)
    }

    deinit {
        for name in ["inner/a.txt", "a b.txt", "pic.gif", "link.txt", "up", "good-link.txt", "pipe"] { unlink(base + "/" + name) }
        unlink(root + "/secret.txt")
        unlink(root + "/base-twin/t.txt")
        for folder in ["/base/inner", "/base", "/base-twin", ""] { rmdir(root + folder) }
    }
}

@Suite struct PageResourcesTests {
    private func text(_ result: Result<[UInt8], ResourceFailure>) -> String? {
        guard case .success(let bytes) = result else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func readsInsideTheBase() throws {
        let playground = try Playground(), loader = PageResources(baseDirectory: playground.base)
        for url in [
            "inner/a.txt", "./inner/../inner/a.txt", " inner/a.txt?v=2#x", "inner%2Fa.txt", "inner\\a.txt", "good-link.txt",
            playground.base + "/inner/a.txt", "file://" + playground.base + "/inner/a.txt", "FILE://localhost" + playground.base + "/inner/a.txt",
            "inn\ner/a.txt",
        ] {
            #expect(text(loader.bytes(url: url)) == "inner", "\(url)")
        }
        #expect(text(loader.bytes(url: "a%20b.txt")) == "spaced")
        #expect(text(loader.bytes(url: "a.txt", base: "inner/")) == "inner")
        #expect(text(loader.bytes(url: "a.txt", base: "inner/sheet.css")) == "inner")
        #expect(text(loader.bytes(url: "../inner/a.txt", base: "inner/")) == "inner")
    }

    @Test func nothingOutsideTheBaseIsRead() throws {
        let playground = try Playground(), loader = PageResources(baseDirectory: playground.base)
        let root = playground.root
        for (url, base) in [
            ("../secret.txt", nil), ("inner/../../secret.txt", nil), ("%2e%2e/secret.txt", nil), ("..%2fsecret.txt", nil), ("link.txt", nil),
            ("up/secret.txt", nil), ("/etc/passwd", nil), ("file:///etc/passwd", nil), ("../base-twin/t.txt", nil), (root + "/secret.txt", nil),
            ("secret.txt", "../"), ("secret.txt", root + "/"), ("passwd", "/etc/"), ("passwd", "file:///etc/x"), ("../../secret.txt", "inner/"),
            ("secret.txt", "up/"), ("x", "https://example.com/"), ("https://example.com/a.txt", nil), ("//example.com/a.txt", nil),
            ("file://server/share", nil), ("a%00.txt", nil), ("ftp:a", nil), ("..\\secret.txt", nil),
        ] as [(String, String?)] {
            #expect(text(loader.bytes(url: url, base: base)) == nil, "\(url) from \(base ?? "-")")
        }
        #expect(loader.bytes(url: "../secret.txt") == .failure(.outsideBase(url: "../secret.txt", base: playground.base)))
        #expect(loader.bytes(url: "../nothing") == .failure(.outsideBase(url: "../nothing", base: playground.base)))
        #expect(loader.bytes(url: "http://a/") == .failure(.notLocal(url: "http://a/")))
    }

    @Test func typedFailures() throws {
        let playground = try Playground(), loader = PageResources(baseDirectory: playground.base)
        #expect(loader.bytes(url: "none.txt") == .failure(.file(.fileNotFound(path: playground.base + "/none.txt"))))
        #expect(loader.bytes(url: "inner") == .failure(.file(.unreadableFile(path: playground.base + "/inner", reason: "is a directory"))))
        #expect(loader.bytes(url: "pipe") == .failure(.file(.unreadableFile(path: playground.base + "/pipe", reason: "is not a regular file"))))
        #expect(PageResources(baseDirectory: nil).bytes(url: "a") == .failure(.noBaseDirectory(url: "a")))
        #expect(PageResources(baseDirectory: "/no/where").bytes(url: "a") == .failure(.file(.fileNotFound(path: "/no/where"))))
    }

    @Test func imagesAreMeasured() throws {
        let playground = try Playground(), loader = PageResources(baseDirectory: playground.base)
        for _ in 0..<2 { #expect(try loader.image(url: "pic.gif").get().height == 20) }
        guard case .failure(.notAnImage) = loader.image(url: "inner/a.txt") else { Issue.record("a text is no image"); return }
        #expect(try PageResources(baseDirectory: nil).image(url: "data:image/gif;base64,R0lGODlhCgAUAA==").get().width == 10)
    }

    @Test(arguments: [
        ("data:,a%20b", "a b"), ("data:text/plain;base64,aGk=", "hi"), ("data:;base64,aGk", "hi"), ("DATA:;charset=utf-8,x#frag", "x"),
        ("data:image/svg+xml,<svg/>", "<svg/>"), ("data:;base64,aGk%3D", "hi"), ("data:;base64, a G k = ", "hi"), ("data:,%zz%4", "%zz%4"),
        ("data:x", nil), ("data:;base64,a", nil), ("data:;base64,a=b", nil), ("data:;base64,****", nil),
    ] as [(String, String?)])
    func dataURLs(url: String, expected: String?) {
        #expect(text(PageResources(baseDirectory: nil).bytes(url: url)) == expected)
    }

    @Test func sheetsPassOnTheirPlace() {
        let loader = PageResources(baseDirectory: nil)
        #expect(loader.absoluteURL("b.css", base: "css/a.css") == "css/b.css")
        #expect(loader.absoluteURL("/b.css", base: "css/a.css") == "/b.css")
        #expect(loader.absoluteURL("b.css", base: nil) == "b.css")
    }
}
