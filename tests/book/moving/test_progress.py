"""What the reader has done is remembered in the reader's own browser, shown on the home page, and can be cleared."""

from .small_book import CHAPTERS

KEEPS_NOTHING = """
for (const name of ["getItem", "setItem", "removeItem"]) {
  const usual = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) { // the theme's own keys are not our business
    if (key.startsWith("ffn-course")) throw new DOMException("blocked", "SecurityError");
    return usual.call(this, key, ...rest);
  };
}
"""


def answer(page, name, label):
    form = page.locator(f'[data-question="sample.{name}"]')
    if form.get_by_role("radio").count():
        form.get_by_label(label).check()
    else:
        form.get_by_label("Your number").fill(label)
    form.get_by_role("button", name="Check").click()


def sample_row(page):
    return page.locator('[data-chapter="sample"]').inner_text().split("\t")


def test_answers_are_remembered_shown_and_cleared(open_page, address):
    page = open_page("sample", viewport={"width": 1000, "height": 200})
    answer(page, "pick", "The first")
    answer(page, "count", "4718592")
    page.reload()
    assert page.locator(".quiz-score").inner_text() == "2 of 3 answered, 1 right."
    assert page.locator(".quiz-mark").all_inner_texts() == ["– tried", "", "– answered right"]
    page.goto(f"{address}/index.html")
    assert sample_row(page)[1:] == ["–", "2 of 3, 1 right"]
    clear = page.get_by_role("button", name="Clear my progress")

    page.once("dialog", lambda dialog: dialog.dismiss())
    clear.press("Enter")
    assert sample_row(page)[2] == "2 of 3, 1 right"
    page.once("dialog", lambda dialog: dialog.accept())
    clear.press("Enter")
    assert page.locator(".progress-status").inner_text() == "Your progress is cleared."
    page.reload()
    assert sample_row(page)[1:] == ["–", "0 of 3, 0 right"]
    assert page.evaluate("localStorage.getItem('ffn-course.progress')") is None


def test_a_question_once_right_stays_right(open_page):
    page = open_page("sample")
    answer(page, "pick", "The second")
    answer(page, "pick", "σ3")
    assert page.locator(".quiz-mark").first.inner_text() == "– answered right"


def test_a_chapter_is_read_when_its_end_is_reached(open_page, address):
    page = open_page("sample", viewport={"width": 1000, "height": 200})
    page.wait_for_timeout(200)
    assert page.evaluate("ffn.store.load().read") == {}
    page.locator("article").evaluate("article => article.lastElementChild.scrollIntoView()")
    page.wait_for_function("ffn.store.load().read.sample")
    page.goto(f"{address}/index.html")
    assert sample_row(page)[1] == "read"


def test_a_chapter_is_read_when_all_is_answered(open_page):
    page = open_page("sample", viewport={"width": 1000, "height": 100})
    page.evaluate("globalThis.IntersectionObserver = undefined")  # the end is not what makes it read
    answer(page, "pick", "The first")
    answer(page, "slope", "1")
    page.evaluate("localStorage.setItem('ffn-course.progress', JSON.stringify({ ...ffn.store.load(), read: {} }))")
    assert page.evaluate("ffn.store.load().read") == {}
    answer(page, "count", "0")
    assert page.evaluate("ffn.store.load().read") == {"sample": True}


def test_the_table_has_the_chapters_in_reading_order(open_page):
    page = open_page("index")
    rows = page.locator("[data-chapter]")
    assert rows.evaluate_all("all => all.map(row => row.dataset.chapter)") == CHAPTERS
    links = rows.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert links == [f"{name}.html" for name in CHAPTERS]


def test_a_browser_that_keeps_nothing_is_told_and_the_page_works(open_page, address):
    page = open_page("numbers")
    page.add_init_script(KEEPS_NOTHING)
    page.goto(f"{address}/sample.html")
    answer(page, "pick", "The second")
    assert page.locator(".quiz-score").inner_text() == "1 of 3 answered, 1 right."
    page.goto(f"{address}/index.html")
    assert "not remembered" in page.locator(".progress-status").inner_text()


def test_a_broken_record_is_no_record(open_page, address):
    page = open_page("sample", viewport={"width": 1000, "height": 200})
    for broken in ("{", "null", "7", '{"answered": null}'):
        page.evaluate("text => localStorage.setItem('ffn-course.progress', text)", broken)
        page.reload()
        assert page.locator(".quiz-score").inner_text() == "0 of 3 answered, 0 right."
