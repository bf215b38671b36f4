/** Whole names. Columns: country, what was typed, what is shown (– is nothing), family names. */
export const northernAndEasternEurope = `
SE | Astrid Lindqvist | Astrid | Lindqvist
SE | Lindqvist, Astrid | Astrid | Lindqvist
SE | Svensson Erik | – | Svensson
SE | ÅSA BERGSTRÖM | Åsa | Bergström
SE | Carl von Linné | Carl | Linné
NO | Ingrid Hansen | Ingrid | Hansen
NO | Ole Einar Bjørndalen | Ole | Bjørndalen
NO | Hansen | – | Hansen
NO | Øyvind Nygård | Øyvind | Nygård
DK | Mette Sørensen | Mette | Sørensen
DK | Sørensen Mette | – | Sørensen
DK | Hr. Jensen | – | Jensen
DK | Søren Kierkegaard | Søren | Kierkegaard
FI | Aino Virtanen | Aino | Virtanen
FI | Virtanen Aino | – | Virtanen
FI | Mäkinen, Väinö | Väinö | Mäkinen
FI | Juha-Matti Korhonen | Juha-Matti | Korhonen
IS | Jón Sigurðsson | Jón | Sigurðsson
IS | Björk Guðmundsdóttir | Björk | Guðmundsdóttir
IS | Sigurðsson | – | Sigurðsson
IS | Þórunn | Þórunn |
EE | Mari Tamm | Mari | Tamm
EE | Tamm | – | Tamm
LV | Jānis Bērziņš | Jānis | Bērziņš
LV | Mārtiņš Ozols | Mārtiņš | Ozols
LT | Jonas Kazlauskas | Jonas | Kazlauskas
LT | Petrauskienė Ona | – | Petrauskienė
LT | Ona Petrauskienė | Ona | Petrauskienė
PL | Jan Kowalski | Jan | Kowalski
PL | Kowalski Jan | – | Kowalski
PL | Kowalska | – | Kowalska
PL | Pani Wiśniewska | – | Wiśniewska
PL | Łucja Wójcik | Łucja | Wójcik
PL | ŁUKASZ ZIELIŃSKI | Łukasz | Zieliński
PL | Nowak, Zofia | Zofia | Nowak
CZ | Jana Nováková | Jana | Nováková
CZ | Nováková Jana | – | Nováková
CZ | Svoboda Petr | – | Svoboda
CZ | Jiří Dvořák | Jiří | Dvořák
CZ | pan Novák | – | Novák
SK | Zuzana Horváthová | Zuzana | Horváthová
SK | Horváth, Ľubomír | Ľubomír | Horváth
SK | ŠTEFAN KOVÁČ | Štefan | Kováč
HU | Kovács János | János | Kovács
HU | János Kovács | János | Kovács
HU | Kovács, János | János | Kovács
HU | KOVÁCS JÁNOS | János | Kovács
HU | Nagy Anna Mária | Anna | Nagy
HU | Szabó-Kiss Eszter | Eszter | Szabó/Kiss
HU | Dr. Tóth Péter | Péter | Tóth
HU | Tóth | – | Tóth
HU | László Péter | – | László/Péter
AT | László Péter | – | László/Péter
AT | Péter Gruber | Péter | Gruber
HU | Szabó Gáborné | – | Szabó
HU | Eszter | Eszter |
HU | Xenakis Pythia | – | Xenakis
RO | Ion Popescu | Ion | Popescu
RO | Popescu Ion | – | Popescu
RO | Dumitrescu | – | Dumitrescu
RO | Ștefania Munteanu | Ștefania | Munteanu
RO | Domnul Ionescu | – | Ionescu
BG | Иван Петров | Иван | Петров
BG | Petrov Ivan | – | Petrov
BG | Мария Георгиева Иванова | Мария | Георгиева/Иванова
BG | Златина Димитрова | Златина | Димитрова
GR | Giorgos Papadopoulos | Giorgos | Papadopoulos
GR | Papadopoulos Giorgos | – | Papadopoulos
GR | Γιώργος Παπαδόπουλος | Γιώργος | Παπαδόπουλος
GR | ΜΑΡΙΑ ΝΙΚΟΛΑΟΥ | Μαρια | Νικολαου
GR | κος Αλεξίου | – | Αλεξίου
CY | Eleni Georgiadis | Eleni | Georgiadis
RS | Marko Petrović | Marko | Petrović
RS | Petrović Marko | – | Petrović
RS | Марко Јовановић | Марко | Јовановић
HR | Ivana Horvat | Ivana | Horvat
HR | Horvat, Ivana | Ivana | Horvat
HR | Babić | – | Babić
SI | Luka Novak | Luka | Novak
SI | Maja Zupančič | Maja | Zupančič
BA | Emina Hadžić | Emina | Hadžić
MK | Goran Stojanovski | Goran | Stojanovski
AL | Arben Hoxha | Arben | Hoxha
AL | Hoxha Arben | – | Hoxha
XK | Blerta Krasniqi | Blerta | Krasniqi
RU | Иван Иванов | Иван | Иванов
RU | Иванов Иван | Иван | Иванов
RU | Иванов Иван Иванович | Иван | Иванов/Иванович
RU | Иван Иванович Иванов | Иван | Иванов/Иванович
RU | Марина Соколова | Марина | Соколова
RU | Соколова Марина | Марина | Соколова
RU | ЕКАТЕРИНА ВОЛКОВА | Екатерина | Волкова
RU | Достоевский Фёдор Михайлович | Фёдор | Достоевский/Михайлович
RU | Kuznetsov Dmitri | Dmitri | Kuznetsov
RU | Dmitri Kuznetsov | Dmitri | Kuznetsov
RU | Кузнецов | – | Кузнецов
RU | г-н Орлов | – | Орлов
UA | Тарас Шевченко | Тарас | Шевченко
UA | Шевченко Тарас | Тарас | Шевченко
UA | Шевченко Тарас Григорович | Тарас | Шевченко/Григорович
UA | Oksana Kovalenko | Oksana | Kovalenko
UA | Kovalenko Oksana | Oksana | Kovalenko
BY | Aleś Kavaleu | Aleś | Kavaleu
BY | Лукашук Павел | Павел | Лукашук
MD | Ana Rusu | Ana | Rusu
GE | Nino Beridze | Nino | Beridze
GE | ნინო ბერიძე | ნინო | ბერიძე
GE | Beridze Nino | – | Beridze
AM | Ani Petrosyan | Ani | Petrosyan
AM | Petrosyan Ani | – | Petrosyan
AM | Անի Պետրոսյան | Անի | Պետրոսյան
TR | Ayşe Yılmaz | Ayşe | Yılmaz
TR | IŞIL ÖZDEMİR | Işıl | Özdemir
TR | ipek çelik | İpek | Çelik
TR | Mehmet Ali Kılıç | Mehmet | Kılıç
TR | Sn. Yıldırım | – | Yıldırım
TR | Müşteri | – |
`
