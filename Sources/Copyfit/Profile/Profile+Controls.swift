/// Form controls: the platform's figures (§6.2).
extension Profile {
    /// A border-box size, px.
    package struct ControlSize: Hashable, Sendable {
        package var width: Int
        package var height: Int
        init(_ width: Int, _ height: Int) {
            self.width = width
            self.height = height
        }
    }

    package struct ControlSizes: Hashable, Sendable {
        package var checkBox: ControlSize
        package var file: ControlSize
        package var range: ControlSize
        package var color: ControlSize
        /// From the top of the border box of a colour control, px.
        package var colorBaseline: Int
        package var date: ControlSize
        package var progress: ControlSize
        package var meter: ControlSize
        package var audio: ControlSize
        /// What a drop-down list keeps around its widest option and the line of its text, both sides together, px.
        package var selectRoom: ControlSize
        /// The same for a list box: beside its options, and with each of them.
        package var listBoxRoom: ControlSize
        /// The height that a file control has beyond its line, px.
        package var fileRoom: Int
        /// The room beside a text area's columns for a scroll bar, px; nil for none. Columns are then rounded up to whole px.
        package var scrollBar: Int?
    }

    /// The sizes of controls that do not depend on their text.
    package var controlSizes: ControlSizes {
        switch engine {
        case .webkit:
            ControlSizes(
                checkBox: ControlSize(12, 12), file: ControlSize(246, 24), range: ControlSize(129, 20), color: ControlSize(44, 23), colorBaseline: 15,
                date: ControlSize(152, 25), progress: ControlSize(160, 6), meter: ControlSize(80, 16), audio: ControlSize(250, 31),
                selectRoom: ControlSize(26, 10), listBoxRoom: ControlSize(25, 1), fileRoom: 9, scrollBar: nil)
        case .chromium:
            ControlSizes(
                checkBox: ControlSize(13, 13), file: ControlSize(253, 21), range: ControlSize(129, 16), color: ControlSize(50, 27), colorBaseline: 21,
                date: ControlSize(120, 21), progress: ControlSize(160, 16), meter: ControlSize(80, 16), audio: ControlSize(300, 54),
                selectRoom: ControlSize(20, 2), listBoxRoom: ControlSize(4, 1), fileRoom: 6, scrollBar: 15)
        }
    }

    /// The columns of text fields: in Chromium the font's average character, in WebKit its zero in whole px; the widest character, which
    /// an `<input>` has room for beyond them, is the font's bounding box in Chromium, the ascent and 1 px in WebKit (measured).
    package var fieldsFollowAverageCharacter: Bool { engine == .chromium }

    /// A progress bar is 6 px high in WebKit, whatever height is stated, as long as the platform draws it (measured).
    package var progressBarsKeepHeight: Bool { engine == .webkit }

    /// Rows of a list box: in Chromium at least 1.2 em, those in groups indented by 18 px; in WebKit indented by four spaces, as high as the font, with 1 px between them (measured).
    package var listRowsFollowFontSize: Bool { engine == .chromium }

    /// The text of a drop-down list stands on whole px in WebKit (measured).
    package var listTextStandsOnPixels: Bool { engine == .webkit }

    /// Whether a button stands on its first line: WebKit; Chromium's stand on their last (measured).
    package var buttonsStandOnFirstLine: Bool { engine == .webkit }

    /// WebKit's search fields of a stated size keep room for the button that clears them (measured).
    package var searchFieldsHaveClearButton: Bool { engine == .webkit }
}
