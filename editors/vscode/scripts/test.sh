#!/usr/bin/env bash
# Types, and the extension's logic apart from the editor.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/node.sh
npm run --silent check
npm test --silent
