/// Own texts of the benchmark, a few sentences in each of several languages.
enum BenchTexts {
    struct Language {
        var name: String
        var code: String
        var isRightToLeft = false
        /// What stands between sentences.
        var separator = " "
        var sentences: [String]
    }

    static let all: [Language] = [english, german, polish, vietnamese, russian, greek, arabic, hebrew, hindi, thai, chinese, japanese, korean]

    static let english = Language(name: "English", code: "en", sentences: [
        "The ferry leaves the harbour at a quarter past seven, and whoever misses it waits until noon.",
        "She kept a list of every bridge she had crossed, with the date and the weather written beside each name.",
        "Most of what we call memory is a habit of telling the same story in the same order.",
        "A carpenter measures twice because wood, unlike paper, does not forgive a second opinion.",
        "By the time the lamps were lit, the market had turned into a river of umbrellas.",
        "“You can have the window seat,” he said, “but then the map is mine until Friday.”",
        "Nobody had told the gardener that the new wall would keep the sun off his beans until ten.",
        "The report ran to 214 pages; its summary, which everyone read, took up less than one.",
        "It rained for three days, stopped for lunch, and then rained for another four.",
        "Good type disappears: you remember what was said, not the letters that said it.",
    ])
    static let german = Language(name: "German", code: "de", sentences: [
        "Die Straßenbahnhaltestelle wurde im vergangenen Herbst um einige Meter nach Süden verlegt.",
        "Wer früh genug aufsteht, sieht die Bäckersfrau noch beim Ausfegen des Hofes.",
        "Das Geschwindigkeitsbegrenzungsschild stand so schief, dass man es für einen Wegweiser hielt.",
        "Über den Dächern lag ein dünner Nebel, und irgendwo übte jemand Klarinette.",
    ])
    static let polish = Language(name: "Polish", code: "pl", sentences: [
        "Wieczorem zgasło światło w całej dzielnicy, więc sąsiedzi wynieśli krzesła na podwórze.",
        "Książka leżała otwarta na stole, ale nikt nie pamiętał, kto ją czytał.",
        "Źródło znajduje się za młynem, tuż przy ścieżce prowadzącej do lasu.",
    ])
    static let vietnamese = Language(name: "Vietnamese", code: "vi", sentences: [
        "Buổi sáng ở bến sông bắt đầu bằng tiếng máy của những chiếc thuyền chở rau.",
        "Bà cụ bán trà đá biết tên của tất cả những người đi làm ngang qua góc phố.",
        "Trời mưa to đến mức không ai nghe thấy tiếng chuông trường học.",
    ])
    static let russian = Language(name: "Russian", code: "ru", sentences: [
        "Поезд остановился посреди поля, и пассажиры вышли посмотреть на подсолнухи.",
        "В библиотеке пахло пылью и яблоками, которые сторож хранил на верхней полке.",
        "Никто не заметил, когда именно закончился дождь и начался вечер.",
    ])
    static let greek = Language(name: "Greek", code: "el", sentences: [
        "Το καράβι άργησε δύο ώρες, μα κανείς στην προκυμαία δεν έδειχνε να βιάζεται.",
        "Η γιαγιά μετρούσε τις μέρες με τα σύκα που ωρίμαζαν πίσω από τον φράχτη.",
        "Στο μικρό καφενείο μιλούσαν όλοι μαζί και συμφωνούσαν μόνο για τον καιρό.",
    ])
    static let arabic = Language(name: "Arabic", code: "ar", isRightToLeft: true, sentences: [
        "وصل ساعي البريد متأخرا هذا الصباح لأن الجسر القديم كان مغلقا أمام المارة.",
        "كانت رائحة الخبز تصل إلى آخر الشارع قبل أن تفتح النوافذ.",
        "لم يجد الأطفال الكرة، فاخترعوا لعبة جديدة لا تحتاج إليها.",
    ])
    static let hebrew = Language(name: "Hebrew", code: "he", isRightToLeft: true, sentences: [
        "הספרן סגר את הדלת בדיוק בשש, אבל השאיר את החלון הקטן פתוח בשביל החתול.",
        "על השולחן עמדו שלוש כוסות תה, ואיש לא ידע למי שייכת השלישית.",
        "הדרך אל הים קצרה יותר כשהולכים בה בחזרה.",
    ])
    static let hindi = Language(name: "Hindi", code: "hi", sentences: [
        "सुबह की पहली बस पहाड़ी के मोड़ पर हमेशा कुछ देर के लिए रुक जाती है।",
        "दादी ने पुराने बक्से से एक नक्शा निकाला जिस पर किसी गाँव का नाम नहीं था।",
        "बारिश के बाद आँगन में मिट्टी की खुशबू देर तक बनी रही।",
    ])
    static let thai = Language(name: "Thai", code: "th", sentences: [
        "เรือลำสุดท้ายออกจากท่าตอนหกโมงเย็นและไม่มีใครรอใครอีก",
        "คุณยายปลูกต้นมะม่วงไว้หน้าบ้านเพื่อให้หลานได้ร่มเงาในวันที่อากาศร้อน",
        "หนังสือเล่มนั้นหายไปจากชั้นตั้งแต่เมื่อวานแต่ยังไม่มีใครถามหา",
    ])
    static let chinese = Language(name: "Chinese", code: "zh", separator: "", sentences: [
        "早上的第一班渡船总是坐满了去对岸卖菜的人，他们把篮子放在脚边，一路上都在谈论天气。",
        "图书馆的灯一直亮到深夜，因为管理员忘了自己把钥匙放在哪一本书里。",
        "雨停以后，孩子们在院子里数蜗牛，数到第二十七只的时候天就黑了。",
    ])
    static let japanese = Language(name: "Japanese", code: "ja", separator: "", sentences: [
        "朝の渡し船は、向こう岸の市場へ野菜を売りに行く人たちでいつもいっぱいだった。",
        "祖父は橋を渡るたびに手帳を開き、その日の天気と川の高さを書き留めていた。",
        "雨がやむと、子どもたちは庭に出てカタツムリを数えはじめた。",
    ])
    static let korean = Language(name: "Korean", code: "ko", sentences: [
        "첫 배는 언제나 건너편 시장에 채소를 팔러 가는 사람들로 가득 찼다.",
        "할아버지는 다리를 건널 때마다 수첩을 꺼내 그날의 날씨를 적어 두었다.",
        "비가 그치자 아이들은 마당에 나와 달팽이를 세기 시작했다.",
    ])
}
