//! Problems of files and YAML.

use super::codes;

codes! {
    NOT_UTF8 = Error 101 "a file is not UTF-8"
"Game files are UTF-8 text. This file holds bytes that are not, often because an editor saved it in
Shift_JIS, Latin-1 or UTF-16.

Save the file again as UTF-8, for example with `iconv -f SHIFT_JIS -t UTF-8`.";
}
