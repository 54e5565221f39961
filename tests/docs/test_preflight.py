from golden_files import compare
from preflight_rules import FILE, listing


def test_the_list_of_rules_is_current(request):
    compare(FILE, listing(), update=request.config.getoption("--update-goldens"))
