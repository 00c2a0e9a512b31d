"""Reads the reports of the last build; fails when no test ran, or one was skipped that .ci/allowed-skips.txt does not name."""
import fnmatch
import glob
import os
import sys
import xml.etree.ElementTree

here = os.path.dirname(os.path.abspath(__file__))
reports = sorted(glob.glob(os.path.join(here, "..", "target", "*-reports", "TEST-*.xml")))
with open(os.path.join(here, "allowed-skips.txt")) as f:
    allowed = [line.strip() for line in f if line.strip() and not line.startswith("#")]

cases = [case for report in reports for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase")]
skipped = {}
for case in cases:
    skip = case.find("skipped")
    if skip is not None:
        skipped["%s.%s" % (case.get("classname"), case.get("name"))] = (skip.get("message") or skip.text or "").strip()
unexpected = {name: why for name, why in skipped.items() if not any(fnmatch.fnmatchcase(name, p) for p in allowed)}

for name, why in sorted(unexpected.items()):
    print("skipped: %s: %s" % (name, why[:500]))
print("%d tests in %d reports, %d skipped, %d of them not allowed" % (len(cases), len(reports), len(skipped), len(unexpected)))
sys.exit(1 if unexpected or not cases else 0)
