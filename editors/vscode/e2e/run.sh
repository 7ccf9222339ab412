#!/usr/bin/env bash
# The end-to-end tests of the package that was built last.
#   run.sh PYTHON [options of run.mjs]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
home=${ANCHORLINE_E2E_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/anchorline-e2e}
export PATH=$home/node/node_modules/node/bin:$PATH
exec node "$here/run.mjs" "$here"/../anchorline-*.vsix "$python" "$@"
