# To be sourced in the extension's folder: the right node first on PATH, and the packages that the build needs.
e2e/setup.sh node
home=${ANCHORLINE_E2E_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/anchorline-e2e}
export PATH=$home/node/node_modules/node/bin:$PATH
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
  npm ci --no-audit --no-fund --loglevel=error
  touch node_modules/.package-lock.json
fi
