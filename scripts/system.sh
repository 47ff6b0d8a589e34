# shellcheck shell=bash
# Shared by the scripts in this folder: what to say, and how to install a package of the system.

say() { echo "==> $*"; }
fail() { printf '*** %s\n' "$@" >&2; exit 1; }

# What must stand before apt-get here: nothing for root, sudo where it asks no password.
# Fails where neither holds, and where there is no apt-get (macOS, Fedora, ...).
apt_prefix() {
  command -v apt-get >/dev/null 2>&1 || return 1
  if [ "$(id -u)" = 0 ]; then echo env; return 0; fi
  command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1 && echo "sudo -n env"
}

# apt_install PACKAGE...: true when all of them are installed afterwards. Never asks, never upgrades.
apt_install() {
  local prefix
  prefix=$(apt_prefix) || return 1
  say "apt-get install $*"
  $prefix DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null || true
  $prefix DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends --no-upgrade "$@" >/dev/null
}
