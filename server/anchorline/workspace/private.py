"""Files that hold keys, by their names alone: nothing of them is shown to anybody but the person."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = re.compile(
    r"""
      \.env(?:[.-].*|rc)? | .*\.env | \.netrc | _netrc | \.npmrc | \.pypirc | \.yarnrc(?:\.yml)? | \.htpasswd | \.pgpass
    | \.git-credentials | \.dockercfg | \.vault-token | \.boto | \.s3cfg | \.my\.cnf
    | id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?
    | .*\.(?:pem|key|p8|p12|pfx|pkcs12|jks|keystore|kdbx?|ppk|asc|gpg|pgp|ovpn|mobileprovision|tfstate|tfvars|age)
    | .*\.(?:keytab|publishsettings|kubeconfig|jceks|bcfks|der|pvk|rdp|agekey)
    | .*\.tfstate\..* | .*\.tfvars\.json | .*\.tfrc(?:\.json)? | \.terraformrc | terraform\.rc
    | \..*_?history | .*_history(?:\.txt)? | \.histfile | \.viminfo | \.lesshst
    | local\.settings\.json | google-services\.json | googleservice-info\.plist | sftp(?:-config)?\.json | \.ftpconfig
    | \.?vault[._-]pass(?:word)?.* | \.mylogin\.cnf | pgpass\.conf | rclone\.conf | \.?htpasswd | passwd | shadow
    | (?:passwords?|tokens?|secrets?|credentials?)\.(?:.*\.)?(?:json|ya?ml|toml|ini|cfg|conf|txt|xml|csv|env)
    | (?:.*[._-])?(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|cfg|conf|txt|xml|properties|enc|csv))?
    | service[._-]?account.*\.json | (?:.*-)?firebase-adminsdk.*\.json
    | client[._-]secrets?.*\.json | kubeconfig | master\.key | auth\.json
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_FOLDERS = frozenset({
    ".git", ".hg", ".svn", ".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker", ".password-store",
    ".secrets", "secrets", ".vault",
})  # fmt: skip


def is_private(parts: Sequence[str]) -> bool:
    """Whether a path, by its parts, leads to keys or into a folder that keeps them. Case and what Windows cuts off the
    end of a name make no difference."""
    plain = [part.rstrip(". ").casefold() for part in parts]
    return any(part in _FOLDERS for part in plain) or (bool(plain) and _NAME.fullmatch(plain[-1]) is not None)
