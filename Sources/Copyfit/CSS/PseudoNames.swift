/// The pseudo-classes and pseudo-elements that parse, and what they mean here.
enum PseudoNames {
    /// Pseudo-elements that may be written with one colon.
    static let legacyElements: [String: ComplexSelector.Pseudo] = [
        "before": .before, "after": .after, "first-line": .firstLine, "first-letter": .firstLetter,
    ]

    static let elements: [String: ComplexSelector.Pseudo] = [
        "before": .before, "after": .after, "first-line": .firstLine, "first-letter": .firstLetter, "marker": .marker,
        "placeholder": .placeholder, "-webkit-input-placeholder": .placeholder,
        "selection": .other, "backdrop": .other, "cue": .other, "file-selector-button": .other, "grammar-error": .other,
        "spelling-error": .other, "target-text": .other, "details-content": .other, "view-transition": .other,
        "search-text": .other, "checkmark": .other, "picker-icon": .other, "scroll-marker": .other, "scroll-marker-group": .other,
    ]

    static let functionalElements: Set<String> = [
        "slotted", "part", "cue", "highlight", "picker", "scroll-button", "view-transition-group", "view-transition-image-pair",
        "view-transition-old", "view-transition-new",
    ]

    static let classes: [String: PseudoClass] = {
        var result: [String: PseudoClass] = [
            "root": .root, "scope": .scope, "empty": .empty, "first-child": .firstChild, "last-child": .lastChild,
            "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType, "only-of-type": .onlyOfType,
            "any-link": .anyLink, "link": .anyLink, "-webkit-any-link": .anyLink, "checked": .checked, "disabled": .disabled,
            "enabled": .enabled, "required": .required, "optional": .optional, "read-only": .readOnly, "read-write": .readWrite,
            "placeholder-shown": .placeholderShown, "default": .default, "indeterminate": .indeterminate, "open": .open,
            "valid": .valid, "invalid": .invalid, "in-range": .inRange, "out-of-range": .outOfRange, "defined": .defined,
        ]
        for name in [
            "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "host", "autofill", "-webkit-autofill",
            "fullscreen", "-webkit-full-screen", "modal", "popover-open", "picture-in-picture", "playing", "paused", "seeking",
            "buffering", "stalled", "muted", "volume-locked", "user-valid", "user-invalid", "has-slotted", "active-view-transition",
            "target-current", "-webkit-drag", "-webkit-full-page-media", "-webkit-full-screen-ancestor", "xr-overlay", "window-inactive",
            "horizontal", "vertical", "decrement", "increment", "start", "end", "double-button", "single-button", "no-button",
            "corner-present", "-internal-never",
        ] { result[name] = .never }
        return result
    }()
}
