"""The studio's page in a browser: from the empty page to the PDF, someone's own game, links, proofs, and every state."""

import io
import re
import shutil
import threading
import zipfile
from contextlib import contextmanager

import pytest
from browser import violations
from click.testing import CliRunner

from deckgen import load_game
from deckgen.cli.program import program
from deckgen.library.proof import link_pattern
from deckgen.studio.page import page_html
from deckgen.studio.server import Studio

WIDTHS = (320, 390, 768, 1000, 1280, 1920)
SHEET = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"><rect width="9" height="9"/></svg>'
PROBLEM = {
    "file": "causes.yaml",
    "line": 18,
    "path": "causes.explode",
    "message": '"opne" is not a way to explode dice',
    "remedy": 'did you mean "open"?',
    "lines": [[17, "keep: highest"], [18, "explode: opne"], [19, "maxima: choose"]],
    "mark": "opne",
}


@contextmanager
def studio_address(*options):
    """The address of a studio that runs here."""
    studio = Studio(*options)
    thread = threading.Thread(target=studio.serve, daemon=True)
    thread.start()
    yield studio.address
    studio.server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def address():
    """The address of a studio that all tests share."""
    with studio_address() as address:
        yield address


@pytest.fixture
def opened(running, address):
    """Opens a page of the studio; errors in the console, and requests to anywhere else, fail the test."""
    errors, contexts = [], []

    def open_page(name="", answers=None, **options):
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", **options}
        contexts.append(running.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith((address, "blob:", "data:")) else errors.append(asked.url),
        )
        if answers:
            page.route("**/ask", lambda route: answers(route, route.request.post_data_json))
        page.goto(address + name)
        page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def canned(route, asked):
    """Answer as the engine does, at once."""
    answers = {
        "sheet": {"svg": SHEET, "sheets": 7, "number": asked.get("number"), "width": 210, "height": 297},
        "make": {"files": [{"name": f"{asked.get('item')}.pdf", "size": 95_000}]},
        "proof": {
            "same": True,
            "title": "Rough Magic: Action Deck",
            "lines": ["Yes."],
            "files": [{"name": "a.html", "size": 1}],
        },
    }
    route.fulfill(json={"problems": [], **answers[asked["do"]]})


def step(page, name):
    page.wait_for_selector(f"body[data-step={name}]")


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab does not reach {selector}")


def test_by_keyboard_alone_from_the_empty_page_to_the_pdf(opened):
    page = opened()
    tab_to(page, "a[href='#rough-magic']")
    page.keyboard.press("Enter")
    step(page, "choose")
    assert page.evaluate("document.activeElement.id") == "title"
    tab_to(page, "#seed")
    assert len(page.locator("#seed").input_value().split()) == 2
    page.keyboard.press("Control+a")
    page.keyboard.type("quiet lantern")
    page.keyboard.press("Enter")
    step(page, "make")
    assert page.evaluate("document.activeElement.id") == "making"
    step(page, "done")
    assert page.evaluate("document.activeElement.textContent") == "quiet lantern is ready"
    assert re.fullmatch(r".* is ready\.", page.locator("#said").text_content())
    tab_to(page, "a.main")
    href = page.evaluate("document.activeElement.href")
    content = page.request.get(href).body()
    assert content.startswith(b"%PDF")
    assert page.locator("#link").text_content() == "#rough-magic/quiet+lantern"
    tab_to(page, "#save-all")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    assert len(archive.namelist()) == 5  # a sheet is two files
    assert archive.read(href.rpartition("/")[2]) == content
    page.keyboard.press("Escape")
    step(page, "choose")
    assert page.locator("#seed").input_value() == "quiet lantern"


def test_a_link_holds_the_whole_choice(opened, address):
    link = (
        "#future-imperfect/a+b%2Bc%2F%3F?deck=psionics&paper=a3&ink=light&printer=fold&language=de&decks=2&bleed=1.5&gutter=2"
        "&items=cards,tokens"
    )
    page = opened(link, canned)
    for _ in range(2):  # in English, then in German
        assert page.evaluate("location.hash") == link
        assert page.locator("#seed").input_value() == "a b+c/?"
        checked = page.locator("#form :checked:not(option)").evaluate_all("boxes => boxes.map(box => box.value)")
        assert checked == ["psionics", "cards", "tokens", "other", "light", "fold", "de"]
        assert page.locator("[name=other]").input_value() == "a3"
        if page.evaluate("document.documentElement.lang") == "en":
            page.locator("[hreflang=de]").click()
            page.wait_for_selector("html[lang=de][data-ready]", state="attached")
    page.goto(f"{address}#rough-magic/%E0%A4%A?paper=papyrus&decks=99&items=cards,nothing&printer=x")
    assert page.evaluate("location.hash").endswith("?items=cards")
    page.goto(f"{address}#west-that-wasnt?person=Josefina+Arroyo&person=Nobody")
    assert page.evaluate("location.hash").endswith("person=Josefina+Arroyo")
    page.goto(f"{address}#no-such-game/x")
    assert page.locator("#notice").text_content() == "There is no game “no-such-game” here."
    assert page.evaluate("document.activeElement.id") == "first-title"


@pytest.mark.parametrize(("locale", "paper"), [("en-US", "letter"), ("es-MX", "letter"), ("de-AT", "a4"), ("en", "a4")])
def test_paper_is_that_of_the_region_and_asked_for_only_if_something_is_printed(opened, locale, paper):
    page = opened("#west-that-wasnt", canned, locale=locale)
    assert page.locator("[name=paper]:checked").input_value() == paper
    assert page.evaluate("location.hash").endswith("?paper=letter") == (paper == "letter")
    page.reload()  # with the name of the deck in the link, which means the same to readers everywhere
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.locator("[name=paper]:checked").input_value() == paper
    for item in ("cards", "sheet", "map"):
        page.locator(f"[value={item}]").uncheck()
    for part in ("#paper", "#ink", "#printer"):
        page.wait_for_selector(part, state="hidden")
    assert page.locator("#make").text_content() == "Make 1 file"
    page.locator("[value=play]").uncheck()
    page.wait_for_selector("#make:disabled")


def test_only_the_newest_sheet_is_drawn_and_one_at_a_time(opened):
    waiting, asked = [], []

    def slowly(route, request):
        asked.append(request["choice"]["seed"])
        waiting.append((route, request))

    page = opened("#rough-magic/first", slowly)
    for seed in ("second", "third"):
        page.locator("#seed").fill(seed)
        page.wait_for_timeout(450)
    assert asked == ["first"]
    assert page.locator(".stamp").inner_text().strip() == "An example."
    canned(*waiting.pop())
    page.wait_for_timeout(200)
    assert asked == ["first", "third"]
    canned(*waiting.pop())
    page.wait_for_selector(".stamp", state="hidden")
    assert page.locator("#number").text_content() == "Sheet 1 of 7"
    assert page.locator("[value=cards] ~ .count").text_content() == "7 sheets"


def test_cancelled_failed_and_made_afterwards(opened):
    asked = []

    def answer(route, request):
        if request["do"] == "make":
            asked.append(request["item"])
            if asked == ["play"]:
                page.locator("#cancel").click()  # while the first file is made
            if asked == ["play", "map"]:
                return route.fulfill(
                    json={"problems": [{**PROBLEM, "message": "not enough memory", "remedy": "close other tabs"}]}
                )
        return canned(route, request)

    page = opened("#rough-magic/x", answer)
    page.locator("#make").click()
    step(page, "done")
    assert page.locator("#result").text_content() == "Stopped. 1 of 4 files are here."
    assert asked == ["play"]
    page.get_by_role("button", name="How to read a card").click()
    page.wait_for_selector("#groups li.failed")
    assert "Not enough memory. Close other tabs." in page.locator("#groups li.failed").text_content()
    page.get_by_role("button", name="Try again").locator("visible=true").click()
    page.wait_for_selector("#groups li.failed", state="detached")
    page.get_by_role("button", name="Master’s screen").click()
    page.wait_for_selector("#groups li.done >> nth=2")
    assert asked == ["play", "map", "map", "screen"]
    assert page.locator("#save-all").text_content().strip() == "Save all (zip, 285 kB)"
    assert page.locator(".how li:visible").count() == 2  # no cards: how to play
    page.get_by_role("button", name="Cards to print").click()
    page.wait_for_selector("#groups a.main")
    page.locator(".correct >> visible=true").click()
    page.locator("#offset-x").fill("0.5")
    page.locator("#offset-y").fill("-1")
    page.locator("#offset [value=save]").click()
    page.keyboard.press("Escape")
    step(page, "choose")
    page.wait_for_timeout(100)
    assert page.evaluate("localStorage['deckgen.offset']") == "0.5,-1"


@pytest.fixture
def game_folder(tmp_path):
    """A small game of someone's own."""
    folder = tmp_path / "harbor-watch"
    done = CliRunner().invoke(program, ["new", "harbor-watch", "-o", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_someones_own_game_is_checked_until_nothing_is_wrong(opened, game_folder, tmp_path):
    page = opened()
    causes = game_folder / "causes.yaml"
    text = causes.read_text()
    causes.write_text(text.replace("explode: open", "explode: opne"))
    (game_folder / ".hidden").write_text("x")
    page.locator("#folder-input").set_input_files(game_folder)
    step(page, "faults")
    assert page.evaluate("document.activeElement.id") == "faults"
    assert page.locator("#faults").text_content() == "1 thing to fix"
    assert "Hidden files were left out: 1." in page.locator("#files-read").text_content()
    fault = page.locator(".fault")
    assert fault.locator(".where").text_content() == "causes.yaml, line 18"
    assert fault.locator("mark").text_content() == "opne"
    assert fault.locator("pre > span").count() == 3
    assert "open" in fault.locator(".remedy").text_content()
    assert page.locator("#read .bad").text_content() == "causes.yaml: 1"
    assert violations(page) == []
    causes.write_text(text)
    with page.expect_file_chooser() as chooser:
        page.evaluate("delete window.showDirectoryPicker; window.showDirectoryPicker = undefined")
        page.locator("#check-again").click()
    chooser.value.set_files(game_folder)
    step(page, "choose")
    page.wait_for_selector(".stamp", state="hidden")
    assert page.locator("#title").text_content() == "Harbor Watch"
    assert page.evaluate("document.body.dataset.game") == "own"
    page.locator(".crumb a").click()
    page.get_by_role("link", name="Harbor Watch").click()  # it stays as long as the page is open
    step(page, "choose")
    page.locator(".crumb a").click()
    shutil.make_archive(str(tmp_path / "game"), "zip", tmp_path, "harbor-watch")
    page.locator("#zip-input").set_input_files(tmp_path / "game.zip")
    step(page, "choose")


DROP = """async (kind) => {
  const files = {"game.yaml": "a: 1", ".secret": "x", "art/back.svg": "<svg/>"};
  const tree = await (await navigator.storage.getDirectory()).getDirectoryHandle("my-game", {create: true});
  const entry = (path, more) => ({name: path.split("/").at(-1), ...more});
  const fileEntry = (path) => entry(path, {isFile: true, file: (done) => done(new File([files[path]], path))});
  const folderEntry = (path, all) => entry(path, {createReader: () => ({readEntries: (done) => done(all.splice(0))})});
  const entries = folderEntry("my-game", [fileEntry("game.yaml"), fileEntry(".secret"), folderEntry("art", [fileEntry("art/back.svg")])]);
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split("/");
    let folder = tree;
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, {create: true});
    const out = await (await folder.getFileHandle(parts.at(-1), {create: true})).createWritable();
    await out.write(text);
    await out.close();
  }
  const item = kind === "handle" ? {getAsFileSystemHandle: async () => tree} : {webkitGetAsEntry: () => entries};
  const drop = new Event("drop");
  Object.defineProperty(drop, "dataTransfer", {value: {items: [{kind: "file", ...item}]}});
  dispatchEvent(drop);
}"""


@pytest.mark.parametrize(("kind", "button"), [("handle", "Check again"), ("entry", "Choose it again")])
def test_a_folder_may_be_dropped(opened, kind, button):
    page, posted = opened(), []

    def answer(route):
        posted.append(zipfile.ZipFile(io.BytesIO(route.request.post_data_buffer)))
        route.fulfill(json={"game": None, "files": [], "problems": [PROBLEM]})

    page.route("**/game", answer)
    page.evaluate(DROP, kind)
    step(page, "faults")
    assert {name: posted[0].read(name) for name in posted[0].namelist()} == {
        "my-game/art/back.svg": b"<svg/>",
        "my-game/game.yaml": b"a: 1",
    }
    assert page.locator("#check-again").text_content() == button
    assert page.locator("#folder").text_content() == "my-game/"
    if kind == "handle":
        with page.expect_response("**/game"):
            page.locator("#check-again").click()
        assert len(posted) == 2


def test_a_watched_game_is_checked_when_its_files_change(running, game_folder):
    deck = game_folder / "deck.yaml"
    text = deck.read_text()
    deck.write_text(f"{text}unknown_key: 1\n")
    with studio_address({"choice": {"game": "own"}, "watch": True}, game_folder) as address:
        context = running.new_context()
        page = context.new_page()
        page.goto(address)
        step(page, "faults")
        assert "unknown_key" in page.locator(".fault").first.text_content()
        assert page.locator("#check-again").is_hidden()
        page.wait_for_timeout(2000)  # it has seen how the files are
        deck.write_text(text)
        step(page, "choose")
        page.wait_for_selector(".stamp", state="hidden")
        before = page.locator("#sheet").get_attribute("src")
        chance = game_folder / "chance.yaml"
        chance.write_text(chance.read_text().replace('print: "Yes"', 'print: "Ay"'))
        page.wait_for_selector(f"#sheet:not([src='{before}'])")
        context.close()


def test_too_much_and_nothing_are_refused_in_plain_words(opened, tmp_path):
    page = opened()
    many = tmp_path / "many"
    many.mkdir()
    for number in range(2001):
        (many / f"{number}.yaml").touch()
    large = tmp_path / "large.zip"
    large.write_bytes(bytes(20_000_001))
    for selector, file, message in (
        ("#folder-input", many, "There are more than 2,000 files. Choose only the folder of your game."),
        ("#zip-input", large, "The files are larger than 20.0 MB. Choose only the folder of your game."),
    ):
        page.locator(selector).set_input_files(file)
        step(page, "faults")
        assert page.locator(".fault h3").text_content() == message
        page.locator(".crumb a").click()
        step(page, "first")


def test_a_proof_is_a_verdict(opened, address):
    deck = load_game("rough-magic").deal(seed="quiet lantern")
    link = link_pattern("", deck.data, deck.game.folder).format(deck=1, of=1, id=deck.data.short_id)
    page = opened(link)
    page.wait_for_selector("#verdict.good")
    assert page.locator("#verdict").text_content() == "This deck is what it says"
    assert page.locator("#proof-lines li").count() == 3
    assert "All its cards" in page.locator("#proof-files").text_content()
    page.locator("#proof-make").click()
    step(page, "choose")
    assert page.locator("#seed").input_value() == "quiet lantern"
    page.goto(f"{address}{link.replace(deck.data.short_id, '0' * 12)}")
    page.wait_for_selector("#verdict.bad")
    assert page.locator("#verdict").text_content() == "This is another deck than it says"
    page.goto(f"{address}#proof/rough-magic/action")
    page.wait_for_selector("#verdict:text-is('This deck could not be checked')")
    assert "damaged" in page.locator("#proof-state").text_content()


@contextmanager
def _in_the_page(page, address, script):
    """The page as it is on a site, with an engine that a test plays."""
    page.route(
        f"{address}site.html*", lambda route: route.fulfill(body=page_html("en", "page"), content_type="text/html")
    )
    page.route("**/engine-page.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.goto(f"{address}site.html#rough-magic/x")
    page.wait_for_selector("html[data-ready]", state="attached")
    yield page


def test_make_may_be_pressed_before_the_engine_is_loaded(opened, address):
    script = """export async function connect(onState) {
      onState({loaded: 8e6, total: 19e6});
      await new Promise((done) => { window.load = done; });
      onState({ready: true});
      return {ask: async ({item}) => ({files: item ? [{name: `${item}.zip`, size: 1, url: "blob:x"}] : [], problems: []})};
    }"""
    with _in_the_page(opened(), address, script) as page:
        state = page.locator("#form .state")
        assert state.text_content() == "Loading the workshop: 8 of 19 MB. You can choose meanwhile. Once only."
        assert page.locator("#form progress").evaluate("bar => bar.value") == pytest.approx(8 / 19)
        assert "An example. Your own cards appear" in page.locator(".stamp").inner_text()
        page.locator("#make").click()
        step(page, "make")
        assert page.locator("#jobs li").all_text_contents()[0].count("waits") == 1
        page.keyboard.press("Escape")
        step(page, "choose")
        page.locator("#make").click()
        page.evaluate("window.load()")
        step(page, "done")
        assert page.locator("#groups [download]").count() == 4
        assert page.get_by_role("button", name="Foundry").count() == 0  # pictures are not to be had there
        assert page.locator("#link").text_content().endswith("site.html#rough-magic/x")


def test_an_engine_that_cannot_be_loaded_may_be_tried_again(opened, address):
    script = """let tries = 0;
    export async function connect(onState) {
      tries += 1;
      if (tries === 1) await new Promise((done) => { window.load = done; });
      if (tries <= 2) throw new Error("wheels are missing");
      onState({ready: true});
      return {ask: async () => ({files: [], problems: []})};
    }"""
    with _in_the_page(opened(), address, script) as page:
        page.context.set_offline(True)
        page.evaluate("window.load()")
        page.wait_for_selector("html[data-workshop=failed]", state="attached")
        assert page.locator("#form .state").text_content() == "The workshop is not here yet; connect once."
        page.context.set_offline(False)
        page.locator("#form .retry").click()
        page.wait_for_selector("#form .state:text-is('The workshop could not be loaded: wheels are missing')")
        page.locator("#form .retry").click()
        page.wait_for_selector("html[data-workshop=ready]", state="attached")
        assert page.locator("#form .retry").is_hidden()


VIEWS = {
    "first": "#",
    "choose": "#future-imperfect/quiet+lantern",
    "make": "#rough-magic/quiet+lantern?items=cards,play",
    "done": "#west-that-wasnt/quiet+lantern",
    "faults": "#",
    "proof": "#proof/rough-magic/action/x/1/1/0123456789ab/0.3.0",
}


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("", 390, "light"), ("de.html", 390, "dark"), ("", 1280, "dark"), ("de.html", 1280, "light")],
)
def test_in_every_view_nothing_keeps_people_from_using_it(opened, address, name, width, scheme):
    held = []

    def answer(route, asked):
        if asked["do"] == "make" and asked["choice"]["game"] == "rough-magic":
            held.append(route)  # so that files are being made
        else:
            canned(route, asked)

    page = opened(name, answer, viewport={"width": width, "height": 844}, color_scheme=scheme)
    faults = {"game": None, "files": ["causes.yaml", "game.yaml"], "problems": [PROBLEM]}
    page.route("**/game", lambda route: route.fulfill(json=faults))
    for view, link in VIEWS.items():
        page.goto(f"{address}{name}{link}")
        if view == "faults":
            page.locator("#zip-input").set_input_files(
                {"name": "g.zip", "mimeType": "application/zip", "buffer": b"PK"}
            )
        if view in {"make", "done"}:
            page.locator("#make").click()
        if view == "choose":
            for summary in page.locator("#form summary >> visible=true").all():
                summary.click()
        step(page, view)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(150)
        assert violations(page) == [], view
        small = page.evaluate(
            """[...document.querySelectorAll("button, a, input, select, summary")].filter((one) => {
              const box = (one.matches(".choose, [type=radio], [type=checkbox]") ? one.parentElement : one).getBoundingClientRect();
              return box.width && (box.width < 24 || box.height < 24);
            }).map((one) => one.outerHTML.slice(0, 90))"""
        )
        assert small == [], view
        for narrow in WIDTHS:
            page.set_viewport_size({"width": narrow, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= narrow, (view, narrow)
        page.set_viewport_size({"width": width, "height": 844})
    page.locator("#help-open").click()
    assert violations(page) == []
