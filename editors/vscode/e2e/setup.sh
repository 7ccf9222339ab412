#!/usr/bin/env bash
#   setup.sh        everything
#   setup.sh node   only the node that the extension is built with
#
# Sets up a real VS Code workbench (code-server) and a browser that can be driven, from pip-less npm and apt alone.
# Idempotent: what is there is reused. Everything but the Debian packages goes to one folder outside the repository.
#
#   ANCHORLINE_E2E_HOME   that folder (default: ~/.cache/anchorline-e2e)
#   ANCHORLINE_E2E_APT    "no": never call apt-get, say what is missing instead
set -euo pipefail

home=${ANCHORLINE_E2E_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/anchorline-e2e}
node_major=24
code_server=4.139.1
playwright=1.65.1
mkdir -p "$home/node" "$home/code-server" "$home/browser"

say() { printf 'e2e set-up: %s\n' "$*" >&2; }

command -v npm >/dev/null || { say "npm is missing (Debian: apt-get install npm)"; exit 1; }

# The node that this code-server is built for; the package carries the binary and its headers.
node_bin=$home/node/node_modules/node/bin
if [[ ! -x $node_bin/node ]]; then
  say "node $node_major"
  (cd "$home/node" && npm init -y >/dev/null 2>&1 && npm install --no-audit --no-fund "node@$node_major")
fi
[[ ${1:-} == node ]] && exit 0

# Debian packages: a browser, and what the native modules of code-server compile against.
packages=(chromium fonts-dejavu-core ripgrep gcc g++ make pkg-config python3
  libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
  if [[ ${ANCHORLINE_E2E_APT:-yes} == no || $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    say "missing Debian packages: ${missing[*]} (install them as root: apt-get install ${missing[*]})"
    exit 1
  fi
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$home/apt.log" 2>&1 ||
    { tail -20 "$home/apt.log" >&2; exit 1; }
fi

export PATH=$node_bin:$PATH
headers=$(dirname "$(dirname "$(find -L "$home/node/node_modules" -name node.h -path '*include/node/*' | head -1)")")
export npm_config_nodedir=${headers%/include}

# The workbench. Its native modules compile here: some minutes, once.
server=$home/code-server/node_modules/code-server
if [[ ! -f $home/code-server/.ready-$code_server ]]; then
  say "code-server $code_server (compiles its native modules: some minutes, once)"
  cd "$home/code-server"
  [[ -f package.json ]] || npm init -y >/dev/null 2>&1
  [[ $(id -u) == 0 ]] && export npm_config_unsafe_perm=true
  export JOBS=${JOBS:-1}
  npm install --no-audit --no-fund --foreground-scripts "code-server@$code_server" >"$home/code-server.log" 2>&1 ||
    { tail -40 "$home/code-server.log" >&2; exit 1; }
  [[ -f $server/out/node/entry.js ]]
  touch ".ready-$code_server"
fi

# What drives the browser.
driver=$home/browser/node_modules/playwright-core/package.json
if ! grep -qs "\"version\": \"$playwright\"" "$driver"; then
  say "playwright-core $playwright"
  (cd "$home/browser" && npm init -y >/dev/null 2>&1 &&
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --no-audit --no-fund "playwright-core@$playwright")
fi
say "ready in $home"
