#!/usr/bin/env bash
# Builds anchorline-VERSION.vsix: bundle, wheel of the server, package, and a look at what is in it.
#   package.sh PYTHON    an interpreter that has hatchling (the project's own environment)
set -euo pipefail
python=${1:?which Python builds the wheel?}
[[ $python == */* ]] && python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
cd "$(dirname "$0")/.."

source scripts/node.sh
npm run --silent check
npm run --silent build

rm -rf server && mkdir server
(cd ../.. && "$python" -m hatchling build -t wheel -d editors/vscode/server >/dev/null)
cp ../../requirements.lock server/

rm -f ./*.vsix
npx vsce package --no-dependencies --no-rewrite-relative-links >/dev/null
node scripts/check-vsix.mjs ./*.vsix
