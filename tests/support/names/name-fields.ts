/**
 * A field for the first name, which may hold anything, and one for the last name. Columns: country,
 * first, last, what is shown (– is nothing), further family names in the first field.
 */
export const nameFields = `
US | Emma | Johnson | Emma |
US | emma | | Emma |
US | EMMA | | Emma |
US | Mary Ann | Fitzgerald | Mary |
US | DeShawn | | DeShawn |
US | McKenzie | | McKenzie |
US | Emma Johnson | Johnson | Emma |
US | Emma Johnson | | Emma | Johnson
US | Johnson, Emma | | Emma | Johnson
US | Smith | | – | Smith
US | ann@example.com | | – |
US | ann.smith | | – | smith
US | annsmith_1 | | – | smith
US | @ann | | – |
US | 12345 | | – |
US | . | | – |
US | - | | – |
US | -- | | – |
US | n/a | | – |
US | N.A. | | – |
US | NULL | | – |
US | undefined | | – |
US | none | | – |
US | Test | | – |
US | test test | | – |
US | Guest | | – |
US | Customer | | – |
US | Valued Customer | | – |
US | Anonymous | | – |
US | First Name | | – |
US | A | | – |
US | A. | | – |
US | AB | | – |
US | J.R. | | – |
US | xxx | | – |
US | sdfghjk | | – |
US | asdf | | – |
US | 😀 | | – |
US | 😀😀 Mia | | Mia |
US | ★ Mia ★ | | Mia |
US | *** | | – |
US | A*** | | – |
US | Mr. | | – |
US | Dr. | | – |
US | Dr. Mia | | – |
US | Dr. Mia | Stone | Mia |
US | mia, | | Mia |
US | Acme Inc | | – |
US | www.shop.example | | – |
US | Jo | Stone | Jo |
US | Ng | | – | Ng
DE | Herr | | – |
DE | Frau | Müller | – |
DE | Kunde | | – |
DE | Gast | | – |
DE | unbekannt | | – |
DE | Anna Müller | Müller | Anna |
DE | Müller Anna | Müller | Anna |
DE | Jörg | | Jörg |
DE | KARL-HEINZ | | Karl-Heinz |
DE | Firma Vogt | | – | Vogt
DE | van | | – |
NL | van | | – |
NL | Anne-fleur | Bakker | Anne-fleur |
NL | klant | | – |
FR | Invité | | – |
FR | Client | | – |
FR | élodie | | Élodie |
FR | JEAN-PIERRE | MOREAU | Jean-Pierre |
FR | Mme | | – |
FR | M. | | – |
FR | Prénom | | – |
ES | Cliente | | – |
ES | José Luis | Rodríguez | José |
ES | Íñigo | | Íñigo |
ES | de la Cruz | | – | Cruz
IT | Ospite | | – |
IT | NICCOLÒ | | Niccolò |
PT | Convidado | | – |
BR | Wagner | Moura | Wagner |
BR | d'ávila | | – | ávila
PL | Gość | | – |
CZ | Host | | – |
HU | Vendég | | – |
HU | János | Kovács | János |
HU | Kovács | János | – |
HU | Kovács | | – | Kovács
HU | Anna Mária | Kovács | Anna |
TR | ipek | | İpek |
TR | IŞIL | | Işıl |
TR | Misafir | | – |
GR | Πελάτης | | – |
RU | Гость | | – |
RU | МАРИНА | Соколова | Марина |
RU | Иванов | Иван | – |
RU | Иван Иванович | Иванов | Иван | Иванович
IE | O'Brien | | – | O'Brien
IE | Aoife | O'Brien | Aoife |
IE | aoife | | Aoife |
CN | 小明 | 王 | 小明 |
CN | 王小明 | 王 | 小明 |
CN | 王 | 小明 | – |
CN | 王小明 | | 小明 | 王
CN | 伟 | 王 | 伟 |
CN | 伟 | | – |
CN | 测试 | | – |
JP | 太郎 | 山田 | 太郎 |
JP | 太郎 | | 太郎 |
JP | 山田 | 太郎 | – |
JP | 山田 | | – | 山田
JP | 山田 太郎 | | 太郎 | 山田
JP | さくら | | さくら |
JP | ゲスト | | – |
JP | Yamada | Taro | – |
KR | 민준 | 김 | 민준 |
KR | 민준 | | 민준 |
KR | 김민준 | | 민준 | 김
KR | 김 | 민준 | – |
KR | 고객 | | – |
VN | Văn An | Nguyễn | An |
VN | Nguyễn | Văn An | – |
VN | Mai | Trần | Mai |
VN | Nguyễn Văn An | | An | Nguyễn
ID | Suharto | | Suharto |
IN | Ramesh S | | Ramesh |
TH | สมชาย | ใจดี | สมชาย |
TH | ลูกค้า | | – |
SA | محمد | القحطاني | محمد |
SA | عبد الله | | عبد الله |
SA | عبد | | – |
SA | ضيف | | – |
IL | דוד | כהן | דוד |
IL | אורח | | – |
IL | כהן | | – | כהן
– | Anna | | Anna |
– | Kim Minjun | | – | Kim
– | Kim Minjun | Kim | Minjun |
– | Minjun | Kim | Minjun |
US | Lee Ann | Stone | Lee |
US | Lee Ann | | Lee |
US | Lee | | Lee |
– | Kovács János | | – | Kovács
`
