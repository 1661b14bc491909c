/// What the tree builder asks about an element (https://html.spec.whatwg.org/#the-stack-of-open-elements).
struct ElementTraits: OptionSet, Sendable {
    var rawValue: UInt16

    /// In the HTML namespace.
    static let html = ElementTraits(rawValue: 1 << 0)
    /// The category "special".
    static let special = ElementTraits(rawValue: 1 << 1)
    /// Ends "in scope".
    static let scope = ElementTraits(rawValue: 1 << 2)
    /// Ends "in list item scope", beside those of `scope`.
    static let listScope = ElementTraits(rawValue: 1 << 3)
    /// Ends "in table scope".
    static let tableScope = ElementTraits(rawValue: 1 << 4)
    /// Has an end tag that is implied.
    static let impliedEnd = ElementTraits(rawValue: 1 << 5)
    /// Has an end tag that is implied thoroughly.
    static let impliedEndThoroughly = ElementTraits(rawValue: 1 << 6)
    /// Its text and elements are foster parented: table, tbody, tfoot, thead, tr.
    static let fosters = ElementTraits(rawValue: 1 << 7)
    /// A MathML text integration point.
    static let mathText = ElementTraits(rawValue: 1 << 8)
    /// An HTML integration point.
    static let htmlPoint = ElementTraits(rawValue: 1 << 9)
    /// Its start tag leaves foreign content.
    static let breaksOut = ElementTraits(rawValue: 1 << 10)

    /// The traits of the HTML elements with known names, by raw value.
    static let known: PermanentTable<ElementTraits> = {
        var traits = [ElementTraits](repeating: .html, count: Name.known.count)
        func add(_ trait: ElementTraits, _ names: [Name]) {
            for name in names { traits[Int(name.rawValue)].insert(trait) }
        }
        add(.special, [
            .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button, .caption, .center,
            .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption, .figure, .footer, .form, .frame,
            .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link,
            .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre,
            .script, .search, .section, .select, .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th,
            .thead, .title, .tr, .track, .ul, .wbr, .xmp,
        ])
        add(.scope, [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template])
        add(.listScope, [.ol, .ul])
        add(.tableScope, [.html, .table, .template])
        add(.impliedEnd, [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc])
        add(.impliedEndThoroughly, [
            .caption, .colgroup, .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc, .tbody, .td, .tfoot, .th, .thead, .tr,
        ])
        add(.fosters, [.table, .tbody, .tfoot, .thead, .tr])
        add(.breaksOut, [
            .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4, .h5, .h6, .head,
            .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup,
            .table, .tt, .u, .ul, .var,
        ])
        return PermanentTable(traits)
    }()
}

/// Which rule of "in body" a start tag follows (https://html.spec.whatwg.org/#parsing-main-inbody).
enum BodyStart: UInt8, Sendable {
    case other, html, headContent, body, frameset, block, heading, preformatted, form, listItem, definition, plaintext, button, anchor
    case formatting, nobr, marker, table, void, input, param, hr, image, textarea, xmp, iframe, noembed, noscript, select, option
    case optgroup, rubyBase, rubyText, math, svg, ignored

    static let known: PermanentTable<BodyStart> = {
        var rules = [BodyStart](repeating: .other, count: Name.known.count)
        func set(_ rule: BodyStart, _ names: [Name]) {
            for name in names { rules[Int(name.rawValue)] = rule }
        }
        set(.html, [.html])
        set(.headContent, [.base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title])
        set(.body, [.body])
        set(.frameset, [.frameset])
        set(.block, [
            .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption, .figure,
            .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul,
        ])
        set(.heading, [.h1, .h2, .h3, .h4, .h5, .h6])
        set(.preformatted, [.pre, .listing])
        set(.form, [.form])
        set(.listItem, [.li])
        set(.definition, [.dd, .dt])
        set(.plaintext, [.plaintext])
        set(.button, [.button])
        set(.anchor, [.a])
        set(.formatting, [.b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u])
        set(.nobr, [.nobr])
        set(.marker, [.applet, .marquee, .object])
        set(.table, [.table])
        set(.void, [.area, .br, .embed, .img, .keygen, .wbr])
        set(.input, [.input])
        set(.param, [.param, .source, .track])
        set(.hr, [.hr])
        set(.image, [.image])
        set(.textarea, [.textarea])
        set(.xmp, [.xmp])
        set(.iframe, [.iframe])
        set(.noembed, [.noembed])
        set(.noscript, [.noscript])
        set(.select, [.select])
        set(.option, [.option])
        set(.optgroup, [.optgroup])
        set(.rubyBase, [.rb, .rtc])
        set(.rubyText, [.rp, .rt])
        set(.math, [.math])
        set(.svg, [.svg])
        set(.ignored, [.caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr])
        return PermanentTable(rules)
    }()
}

/// Which rule of "in body" an end tag follows.
enum BodyEnd: UInt8, Sendable {
    case other, template, body, html, block, form, paragraph, listItem, definition, heading, formatting, marker, br

    static let known: PermanentTable<BodyEnd> = {
        var rules = [BodyEnd](repeating: .other, count: Name.known.count)
        func set(_ rule: BodyEnd, _ names: [Name]) {
            for name in names { rules[Int(name.rawValue)] = rule }
        }
        set(.template, [.template])
        set(.body, [.body])
        set(.html, [.html])
        set(.block, [
            .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption,
            .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section, .select, .summary, .ul,
        ])
        set(.form, [.form])
        set(.paragraph, [.p])
        set(.listItem, [.li])
        set(.definition, [.dd, .dt])
        set(.heading, [.h1, .h2, .h3, .h4, .h5, .h6])
        set(.formatting, [.a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u])
        set(.marker, [.applet, .marquee, .object])
        set(.br, [.br])
        return PermanentTable(rules)
    }()
}
