/** Fields for cities. Columns: country, what was typed, what is shown (– is nothing). */
export const places = `
DE | Bonn | Bonn
DE | 53111 Bonn | Bonn
DE | D-53111 Bonn | Bonn
DE | Bonn 53111 | Bonn
DE | BONN | Bonn
DE | bonn | Bonn
DE | Hauptstr. 5, Bonn | Bonn
DE | Hauptstraße 5, 53111 Bonn | Bonn
DE | Hauptstr. 5 | –
DE | Hauptstraße 12a | –
DE | Hauptstr. | –
DE | Frankfurt (Main) | Frankfurt (Main)
DE | FRANKFURT AM MAIN | Frankfurt am Main
DE | frankfurt am main | Frankfurt am Main
DE | Frankfurt a. M. | Frankfurt a. M.
DE | Frankfurt/Oder | Frankfurt/Oder
DE | ROTHENBURG OB DER TAUBER | Rothenburg ob der Tauber
DE | GARMISCH-PARTENKIRCHEN | Garmisch-Partenkirchen
DE | St. Ingbert | St. Ingbert
DE | MÜNCHEN | München
DE | 82110 Germering | Germering
DE | 38100 Braunschweig | Braunschweig
DE | Kölner Ring 8, Haus B, Bonn | –
DE | Packstation 123 | –
DE | Ulm | Ulm
DE | ULM | Ulm
DE | Köln, Deutschland | Köln
DE | c/o Schmidt, Bonn | –
DE | Bonn; NRW | Bonn
DE | - | –
DE | . | –
DE | n/a | –
DE | Ort | –
DE | Test | –
DE | unbekannt | –
DE | xxx | –
DE | 12345 | –
DE | 😀 | –
DE | ann@example.com | –
AT | 1010 Wien | Wien
AT | A-1010 Wien | Wien
AT | Wien 1010 | Wien
AT | WIEN | Wien
AT | SANKT PÖLTEN | Sankt Pölten
AT | St. Johann im Pongau | St. Johann im Pongau
CH | CH-8001 Zürich | Zürich
CH | 8001 Zürich | Zürich
CH | ST. GALLEN | St. Gallen
CH | GENÈVE | Genève
CH | Zürich 8 | Zürich
LI | Vaduz | Vaduz
LU | L-1234 Luxembourg | Luxembourg
LU | ESCH-SUR-ALZETTE | Esch-sur-Alzette
FR | PARIS | Paris
FR | 75001 PARIS | Paris
FR | PARIS CEDEX 08 | Paris
FR | Paris 15e | Paris
FR | Lyon 3ème | Lyon
FR | 12 rue de la Paix, Paris | Paris
FR | rue de la Paix 5 | –
FR | rue de la Paix, Paris | Paris
FR | AIX-EN-PROVENCE | Aix-en-Provence
FR | LE HAVRE | Le Havre
FR | la rochelle | La Rochelle
FR | SAINT-ÉTIENNE | Saint-Étienne
FR | L'HAŸ-LES-ROSES | L'Haÿ-les-Roses
FR | Ville | –
FR | VILLENEUVE D'ASCQ | Villeneuve d'Ascq
BE | 1000 Bruxelles | Bruxelles
BE | B-9000 Gent | Gent
BE | KNOKKE-HEIST | Knokke-Heist
NL | 1012 AB Amsterdam | Amsterdam
NL | 1012AB Amsterdam | Amsterdam
NL | AMSTERDAM | Amsterdam
NL | 's-Hertogenbosch | 's-Hertogenbosch
NL | 'S-HERTOGENBOSCH | 's-Hertogenbosch
NL | DEN HAAG | Den Haag
NL | BERGEN OP ZOOM | Bergen op Zoom
NL | IJMUIDEN | IJmuiden
NL | Kerkstraat 5, Utrecht | Utrecht
NL | Woonplaats | –
GB | London | London
GB | LONDON | London
GB | London SW1A 1AA | London
GB | london, uk | London
GB | Flat 3, London | London
GB | 10 Downing Street, London | London
GB | 10 Downing Street | –
GB | Oak Avenue, Leeds | Leeds
GB | STRATFORD-UPON-AVON | Stratford-upon-Avon
GB | NEWCASTLE UPON TYNE | Newcastle upon Tyne
GB | St Albans | St Albans
GB | Street | –
GB | same | –
IE | Dublin 4 | Dublin
IE | DUBLIN | Dublin
IE | Dún Laoghaire | Dún Laoghaire
ES | 28001 Madrid | Madrid
ES | MADRID | Madrid
ES | Calle Mayor 5 | –
ES | Calle Mayor 5, Madrid | Madrid
ES | PALMA DE MALLORCA | Palma de Mallorca
ES | l'hospitalet de llobregat | L'Hospitalet de Llobregat
ES | A Coruña | A Coruña
PT | 1000-001 Lisboa | Lisboa
PT | LISBOA | Lisboa
PT | vila nova de gaia | Vila Nova de Gaia
IT | 00100 Roma | Roma
IT | ROMA | Roma
IT | Via Roma 5, Milano | Milano
IT | REGGIO NELL'EMILIA | Reggio nell'Emilia
IT | L'AQUILA | L'Aquila
IT | Milano (MI) | Milano (MI)
MT | VALLETTA | Valletta
SE | 111 22 Stockholm | Stockholm
SE | STOCKHOLM | Stockholm
SE | Storgatan 5, Malmö | Malmö
SE | S-111 22 Stockholm | Stockholm
NO | 0150 Oslo | Oslo
NO | TROMSØ | Tromsø
DK | 2100 København Ø | København Ø
DK | DK-8000 Aarhus | Aarhus
FI | 00100 Helsinki | Helsinki
FI | HÄMEENLINNA | Hämeenlinna
IS | 101 Reykjavík | Reykjavík
EE | Tallinn | Tallinn
LV | LV-1010 Rīga | Rīga
LT | LT-01100 Vilnius | Vilnius
PL | 00-950 Warszawa | Warszawa
PL | ŁÓDŹ | Łódź
PL | ul. Długa 5, Kraków | Kraków
CZ | 110 00 Praha 1 | Praha
CZ | Praha 5 | Praha
CZ | ČESKÉ BUDĚJOVICE | České Budějovice
SK | 811 01 Bratislava | Bratislava
HU | 1051 Budapest | Budapest
HU | Fő utca 5, Győr | Győr
HU | SZÉKESFEHÉRVÁR | Székesfehérvár
RO | BUCUREȘTI | București
BG | София | София
BG | ПЛОВДИВ | Пловдив
GR | ΑΘΗΝΑ | Αθηνα
GR | 104 31 Athina | Athina
CY | Limassol | Limassol
RS | 11000 Beograd | Beograd
HR | 10000 Zagreb | Zagreb
SI | 1000 Ljubljana | Ljubljana
BA | Sarajevo | Sarajevo
UA | м. Київ | м. Київ
UA | 01001 Київ | Київ
RU | МОСКВА | Москва
RU | ул. Ленина 5, Казань | Казань
RU | 101000 Москва | Москва
TR | istanbul | İstanbul
TR | İSTANBUL | İstanbul
TR | IĞDIR | Iğdır
TR | 34000 İstanbul | İstanbul
GE | თბილისი | თბილისი
AM | Երևան | Երևան
AZ | Bakı | Bakı
IL | תל אביב | תל אביב
IL | Tel Aviv-Yafo | Tel Aviv-Yafo
SA | الرياض | الرياض
SA | RIYADH | Riyadh
SA | الرياض 11564 | الرياض
AE | DUBAI | Dubai
AE | P.O. Box 123 | –
EG | القاهرة | القاهرة
IR | تهران | تهران
IN | 560001 Bengaluru | Bengaluru
IN | NEW DELHI | New Delhi
IN | Mumbai - 400001 | Mumbai
PK | Karachi | Karachi
BD | ঢাকা | ঢাকা
LK | Colombo 7 | Colombo
TH | กรุงเทพมหานคร | กรุงเทพมหานคร
TH | Bangkok 10110 | Bangkok
VN | HÀ NỘI | Hà Nội
VN | Hà Nội | Hà Nội
MY | 50000 Kuala Lumpur | Kuala Lumpur
SG | Singapore 018956 | Singapore
ID | JAKARTA SELATAN | Jakarta Selatan
ID | Jl. Sudirman 5, Jakarta | Jakarta
PH | QUEZON CITY | Quezon City
CN | 北京 | 北京
CN | 北京市 | 北京市
CN | 100000 北京 | 北京
TW | 台北 | 台北
HK | HONG KONG | Hong Kong
JP | 東京 | 東京
JP | 100-0001 東京 | 東京
JP | OSAKA | Osaka
KR | 서울 | 서울
KR | 04524 서울 | 서울
US | Austin | Austin
US | AUSTIN | Austin
US | Austin, TX | Austin
US | Austin TX | Austin
US | Austin, TX 78701 | Austin
US | AUSTIN, TX, USA | Austin
US | 1234 Main Street | –
US | 12 Oak Ave, Springfield, IL | Springfield
US | Apt 4B, Reno | Reno
US | McAllen | McAllen
US | O'FALLON | O'Fallon
US | COEUR D'ALENE | Coeur d'Alene
US | TX | –
US | NY | –
US | NYC | –
US | USA | –
US | Washington DC | Washington
US | St. Louis | St. Louis
US | none | –
US | https://shop.example | –
CA | Toronto ON | Toronto
CA | Toronto M5V 2T6 | Toronto
CA | MONTRÉAL | Montréal
CA | TROIS-RIVIÈRES | Trois-Rivières
MX | CIUDAD DE MÉXICO | Ciudad de México
MX | 06000 Puebla | Puebla
BR | SÃO PAULO | São Paulo
BR | são paulo | São Paulo
BR | São Paulo - SP | São Paulo
BR | RIO DE JANEIRO | Rio de Janeiro
BR | SP | –
AR | C1000 Buenos Aires | Buenos Aires
CL | VIÑA DEL MAR | Viña del Mar
CO | BOGOTÁ D.C. | Bogotá D.C.
PE | Lima 18 | Lima
AU | Sydney NSW | Sydney
AU | SYDNEY NSW 2000 | Sydney
AU | NSW | –
NZ | AUCKLAND 1010 | Auckland
ZA | CAPE TOWN | Cape Town
ZA | 8001 Cape Town | Cape Town
NG | LAGOS | Lagos
KE | Nairobi | Nairobi
MA | CASABLANCA | Casablanca
ET | አዲስ አበባ | አዲስ አበባ
– | Utrecht | Utrecht
`
