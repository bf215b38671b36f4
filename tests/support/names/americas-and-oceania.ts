/** Whole names. Columns: country, what was typed, what is shown (– is nothing), family names. */
export const americasAndOceania = `
US | Emma Johnson | Emma | Johnson
US | johnson, emma | Emma | Johnson
US | Johnson Emma | – | Johnson
US | EMMA JOHNSON | Emma | Johnson
US | DeShawn Washington | DeShawn | Washington
US | JJ Abernathy | – | Abernathy
US | Mary Ann Fitzgerald | Mary | Fitzgerald
US | Smith | – | Smith
US | John Q. Public | John | Public
US | Martin Luther King, Jr. | Martin | King
US | Dr. Martin King | Martin | King
US | Rev. Tobin | – | Tobin
US | John & Jane Doe | John | Doe
US | ann.smith@example.com | – | smith
US | annsmith77 | – | smith
US | ann_smith | – | smith
US | ann.smith | – | smith
US | AnnSmith | – | Smith
US | Acme, Inc. | – | Acme
US | Acme LLC | – | Acme
US | Sean McDonald | Sean | McDonald
US | McKenzie Ross | McKenzie | Ross
US | Mc Donald | – | Donald
US | Guest | – |
US | Guest Customer | – |
US | Test Order | – |
US | Anna 🌸 Keller | Anna | Keller
US | +1 555 0100 | – |
US | https://shop.example | – |
US | Vincent van Gogh | Vincent | Gogh
US | Smith-Jones | – | Smith/Jones
US | "Buck" Rogers | Buck | Rogers
CA | Liam Tremblay | Liam | Tremblay
CA | Tremblay | – | Tremblay
CA | Marie-Ève Gagnon | Marie-Ève | Gagnon
CA | Gagnon, Marie-Ève | Marie-Ève | Gagnon
MX | Guadalupe Hernández Ramírez | Guadalupe | Hernández/Ramírez
MX | HERNÁNDEZ RAMÍREZ, GUADALUPE | Guadalupe | Hernández/Ramírez
MX | Sánchez | – | Sánchez
MX | José Ángel Gutiérrez | José | Gutiérrez
GT | María Xol Caal | María | Xol/Caal
CR | Keylor Vargas | Keylor | Vargas
PA | Rubén Blades | Rubén | Blades
CU | Yoani Pérez | Yoani | Pérez
DO | Juan Luis Guerra | Juan | Guerra
PR | Rosario Ortiz | Rosario | Ortiz
CO | Shakira Mebarak | Shakira | Mebarak
CO | Gómez Andrés | – | Gómez
VE | Simón Bolívar | Simón | Bolívar
EC | Quispe Juan | – | Quispe
PE | Túpac Mamani | Túpac | Mamani
BO | Evo Condori | Evo | Condori
CL | Gabriela Mistral Godoy | Gabriela | Mistral/Godoy
CL | Srta. Muñoz | – | Muñoz
AR | Martín Fernández | Martín | Fernández
AR | Fernández, Martín | Martín | Fernández
UY | Eduardo Galeano | Eduardo | Galeano
PY | Rosa Benítez | Rosa | Benítez
BR | João Pedro da Silva | João | Silva
BR | da Silva | – | Silva
BR | Wagner Moura | Wagner | Moura
BR | Maria das Graças Souza Filho | Maria | Souza/Graças
BR | GABRIELA OLIVEIRA | Gabriela | Oliveira
HT | TOUSSAINT Pierre | Pierre | Toussaint
JM | Usain Powell | Usain | Powell
TT | Anil Ramdin | Anil | Ramdin
AU | Olivia Nguyen | Olivia | Nguyen
AU | Jack O'Connor | Jack | Connor
AU | Ms Taylor Hughes | Taylor | Hughes
NZ | Aroha Ngata | Aroha | Ngata
NZ | Te Ariki Rewi | – | Rewi
FJ | Sitiveni Rabuka | Sitiveni | Rabuka
WS | Sina Tuilagi | Sina | Tuilagi
`
