/// The default style sheet of HTML as text: what both engines share, then what each adds (https://html.spec.whatwg.org/#rendering,
/// browser-rules §6.2).
///
/// `__qem` is an em that makes a margin quirky in quirks mode (browser-rules §6.1): both margins of paragraphs and preformatted text, the top
/// one of headings, lists and quotations.
enum UserAgentSheet {
    /// Lists in lists: no margins of their own, and other bullets level by level. Written out, so that the rule index finds them by name and
    /// its ancestor filter passes most of them.
    private static let nestedLists: String = {
        let lists = ["ul", "ol", "menu", "dir", "dl"], outer = ["ul", "ol", "menu", "dir"], bulleted = ["ul", "menu", "dir"]
        let nested = lists.flatMap { list in lists.map { "\($0) \(list)" } }
        let second = bulleted.flatMap { list in outer.map { "\($0) \(list)" } }
        let third = second.flatMap { pair in outer.map { "\($0) \(pair)" } }
        return "\(nested.joined(separator: ",")) { margin-block: 0 } \(second.joined(separator: ",")) { list-style-type: circle } "
            + "\(third.joined(separator: ",")) { list-style-type: square }"
    }()

    static let common = """
        @namespace m url(http://www.w3.org/1998/Math/MathML);
        div, p, h1, h2, h3, h4, h5, h6, ul, ol, menu, dir, dl, dt, dd, blockquote, figure, figcaption, center, hr, pre, xmp, \
        plaintext, listing, address, article, aside, footer, header, hgroup, main, nav, section, search, form, legend, \
        summary, html, body, details, dialog, fieldset, optgroup, option, frameset, frame { display: block }
        area, base, basefont, datalist, head, link, meta, noembed, noframes, noscript, param, rp, script, style, template, title { display: none }
        body { margin: 8px }
        p { margin-block: 1__qem }
        blockquote { margin-block: 1__qem 1em; margin-inline: 40px }
        figure { margin: 1em 40px }
        center { text-align: -webkit-center }
        address, i, em, cite, var, dfn { font-style: italic }
        hr { overflow: hidden; unicode-bidi: isolate; margin: 0.5em auto; border: 1px inset; color: gray }
        h1 { font-size: 2em; margin-block: 0.67__qem 0.67em; font-weight: bold }
        h2 { font-size: 1.5em; margin-block: 0.83__qem 0.83em; font-weight: bold }
        h3 { font-size: 1.17em; margin-block: 1__qem 1em; font-weight: bold }
        h4 { margin-block: 1.33__qem 1.33em; font-weight: bold }
        h5 { font-size: 0.83em; margin-block: 1.67__qem 1.67em; font-weight: bold }
        h6 { font-size: 0.67em; margin-block: 2.33__qem 2.33em; font-weight: bold }
        ul, menu, dir { list-style-type: disc; margin-block: 1__qem 1em; padding-inline-start: 40px }
        ol { list-style-type: decimal; margin-block: 1__qem 1em; padding-inline-start: 40px }
        li { display: list-item; text-align: match-parent }
        dl { margin-block: 1__qem 1em }
        dd { margin-inline-start: 40px }
        \(nestedLists)
        pre, xmp, plaintext, listing { font-family: monospace; white-space: pre; margin-block: 1__qem }
        tt, code, kbd, samp { font-family: monospace }
        b, strong { font-weight: bolder }
        big { font-size: larger }
        small { font-size: smaller }
        sub { font-size: smaller; vertical-align: sub }
        sup { font-size: smaller; vertical-align: super }
        u, ins { text-decoration: underline }
        s, strike, del { text-decoration: line-through }
        mark { background-color: mark; color: marktext }
        a:any-link { text-decoration: underline; color: -webkit-link }
        nobr { white-space: nowrap }
        q::before { content: open-quote }
        q::after { content: close-quote }
        bdi, output { unicode-bidi: isolate }
        bdo { unicode-bidi: bidi-override }
        bdo[dir] { unicode-bidi: isolate-override }
        ruby { display: ruby; text-indent: 0 }
        rt { display: ruby-text; text-indent: 0 }
        ruby > rt { font-size: 50%; text-align: start; line-height: normal; text-wrap-mode: nowrap; text-emphasis: none }
        slot { display: contents }

        table { display: table; border-collapse: separate; border-spacing: 2px; border-color: gray; box-sizing: border-box; text-indent: initial }
        thead { display: table-header-group; vertical-align: middle; border-color: inherit }
        tbody { display: table-row-group; vertical-align: middle; border-color: inherit }
        tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit }
        col { display: table-column }
        colgroup { display: table-column-group }
        tr { display: table-row; vertical-align: inherit; border-color: inherit }
        td { display: table-cell; vertical-align: inherit; padding: 1px }
        th { display: table-cell; vertical-align: inherit; padding: 1px; font-weight: bold; text-align: -internal-th-center }
        caption { display: table-caption; text-align: -webkit-center }

        details > summary:first-of-type { display: list-item; list-style: disclosure-closed inside; counter-increment: list-item 0 }
        details[open] > summary:first-of-type { list-style-type: disclosure-open }
        dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 1em }
        dialog:not([open]) { display: none }

        form { margin-top: 0 }
        fieldset { margin-inline: 2px; padding-block: 0.35em 0.625em; padding-inline: 0.75em; border: 2px groove; min-inline-size: min-content }
        legend { padding-inline: 2px; border: none }
        optgroup { font-weight: bolder }
        option { font-weight: normal; white-space: nowrap; min-height: 1.2em; padding: 0 2px 1px }
        input, textarea, select, button {
          display: inline-block; margin: 0; letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none;
          text-indent: 0; text-shadow: none; text-align: start }
        input { appearance: auto; padding: 1px 2px; border: 2px inset }
        textarea {
          appearance: auto; padding: 2px; border: 1px solid; white-space: pre-wrap; overflow-wrap: break-word; overflow: auto; resize: both }
        select { appearance: auto; box-sizing: border-box; border: 1px solid; white-space: pre }
        button { appearance: auto; box-sizing: border-box; border: 2px outset; text-align: center }
        input[type=button i], input[type=submit i], input[type=reset i] {
          box-sizing: border-box; border: 2px outset; text-align: center; white-space: pre }
        input[type=hidden i] { display: none; border: none; padding: 0 }
        input[type=image i] { padding: 0; border: none; appearance: none }
        input[type=checkbox i], input[type=radio i] { box-sizing: border-box; padding: 0; border: none }
        input[type=range i] { padding: 0; border: none; margin: 2px }
        input[type=color i], input[type=search i] { box-sizing: border-box }
        input[type=file i] { padding: 0; border: none }
        progress { display: inline-block; box-sizing: border-box; width: 10em; height: 1em; vertical-align: -0.2em; appearance: auto }
        meter { display: inline-block; box-sizing: border-box; width: 5em; height: 1em; vertical-align: -0.2em; appearance: auto }

        input, textarea, select { color: fieldtext; background-color: field; border-color: #767676 }
        button, input[type=button i], input[type=submit i], input[type=reset i] {
          color: buttontext; background-color: buttonface; border-color: #767676 }
        input[type=checkbox i], input[type=radio i], input[type=range i], input[type=file i], input[type=image i] { background-color: transparent }
        fieldset { border-color: #c0c0c0 }
        dialog { color: canvastext; background-color: canvas }

        iframe { border: 2px inset #eee }
        video { object-fit: contain }
        audio:not([controls]) { display: none !important }
        marquee { display: inline-block; width: -webkit-fill-available; overflow: hidden; white-space: nowrap; text-align: start }
        svg:not(:root) { overflow: hidden }
        foreignObject { display: block }
        m|math {
          direction: ltr; line-height: normal; text-indent: 0; letter-spacing: normal; word-spacing: normal; font-style: normal; font-weight: normal }
        m|mfrac { padding-inline: 1px }
        m|mphantom { visibility: hidden }
        m|merror { border: 1px solid red; background-color: lightyellow }
        """

    static let webkit = """
        input, textarea, select, button { font: 13px system-ui }
        input { padding: 1px }
        button { padding: 2px 6px 3px }
        input[type=button i], input[type=submit i], input[type=reset i] { padding: 2px 6px 3px }
        input[type=checkbox i], input[type=radio i] { margin: 3px 2px; min-width: 12px; min-height: 12px }
        rt { white-space: nowrap }
        m|math {
          font-family: "Latin Modern Math", "STIX Two Math", "XITS Math", "STIX Math", "Libertinus Math", "TeX Gyre Termes Math", \
            "TeX Gyre Bonum Math", "TeX Gyre Schola", "DejaVu Math TeX Gyre", "TeX Gyre Pagella Math", "Asana Math", "Cambria Math", \
            "Lucida Bright Math", "Minion Math", STIXGeneral, STIXSizeOneSym, Symbol, "Times New Roman", serif }
        m|mi, m|mn, m|mo, m|ms, m|mtext { white-space: nowrap }
        m|mtable { text-align: center }
        m|mtd { padding: 0.5ex; white-space: nowrap }
        m|mtable[columnalign=left], m|mtr[columnalign=left], m|mtd[columnalign=left] { text-align: left }
        m|mtable[columnalign=right], m|mtr[columnalign=right], m|mtd[columnalign=right] { text-align: right }
        m|mtable[rowalign=top] m|mtd, m|mtr[rowalign=top] m|mtd, m|mtd[rowalign=top] { vertical-align: top }
        m|mtable[rowalign=bottom] m|mtd, m|mtr[rowalign=bottom] m|mtd, m|mtd[rowalign=bottom] { vertical-align: bottom }
        m|mtable[rowalign=center] m|mtd, m|mtr[rowalign=center] m|mtd, m|mtd[rowalign=center] { vertical-align: middle }
        m|mtable[frame=solid] { border: solid thin }
        m|mtable[frame=dashed] { border: dashed thin }
        m|mtable[rowlines=solid], m|mtable[rowlines=dashed], m|mtable[columnlines=solid], m|mtable[columnlines=dashed] { border-collapse: collapse }
        m|mtable[rowlines=solid] > m|mtr + m|mtr { border-top: solid thin }
        m|mtable[rowlines=dashed] > m|mtr + m|mtr { border-top: dashed thin }
        m|mtable[columnlines=solid] > m|mtr > m|mtd + m|mtd { border-left: solid thin }
        m|mtable[columnlines=dashed] > m|mtr > m|mtd + m|mtd { border-left: dashed thin }
        progress { height: 6px }
        """

    static let chromium = """
        input, textarea, select, button { font: 13.333333px Arial }
        textarea { font-family: monospace }
        m|math { font-family: math }
        m|mtd { padding: 0.5ex 0.4em; text-align: -webkit-center }
        button { padding: 1px 6px }
        input[type=button i], input[type=submit i], input[type=reset i] { padding: 1px 6px }
        input { overflow: clip }
        audio { width: 300px; height: 54px }
        div, p, h1, h2, h3, h4, h5, h6, ul, ol, menu, dir, dl, dt, dd, li, blockquote, figure, figcaption, center, hr, pre, xmp, plaintext, \
        listing, address, article, aside, footer, header, hgroup, main, nav, section, search, form, legend, summary, table, thead, tbody, tfoot, \
        tr, td, th, caption, col, colgroup { unicode-bidi: isolate }
        img, video, canvas, iframe, embed, object { overflow: clip }
        select[multiple], select[size]:not([size="0"]):not([size="1"]) { vertical-align: text-bottom }
        input[type=checkbox i] { margin: 3px 3px 3px 4px }
        input[type=radio i] { margin: 3px 3px 0 5px }
        """

    /// Added in quirks mode.
    static let quirks = """
        img[align=left i] { margin-right: 3px }
        img[align=right i] { margin-left: 3px }
        table {
          white-space: normal; line-height: normal; font-weight: normal; font-size: medium; font-variant: normal; font-style: normal;
          text-align: start }
        input:not([type=image i]), textarea { box-sizing: border-box }
        form { margin-block-end: 1em }
        """

    static func text(engine: Profile.Engine, isQuirky: Bool) -> String {
        common + "\n" + (engine == .chromium ? chromium : webkit) + (isQuirky ? "\n" + quirks : "")
    }
}
