/** Whole names. Columns: country, what was typed, what is shown (– is nothing), family names. */
export const africaAndMiddleEast = `
SA | محمد القحطاني | محمد | القحطاني
SA | القحطاني محمد | – | القحطاني
SA | عبد الله القحطاني | عبد الله | القحطاني
SA | عبدالرحمن الشمري | عبدالرحمن | الشمري
SA | Mohammed Al-Qahtani | Mohammed | Qahtani
SA | Al-Qahtani | – | Qahtani
SA | Al Qahtani Mohammed | – | Qahtani
SA | Mohammed bin Salman | Mohammed | Salman
SA | Abd al-Rahman Faisal | Abd al-Rahman | Faisal
AE | فاطمة المنصوري | فاطمة | المنصوري
AE | Fatima Al Mansoori | Fatima | Mansoori
AE | Dr. Noura Al Kaabi | Noura | Kaabi
QA | Tamim Al Thani | Tamim | Thani
KW | Khalid Al-Sabah | Khalid | Sabah
BH | Hessa Al Khalifa | Hessa | Khalifa
OM | Haitham bin Tariq | Haitham | Tariq
JO | رانيا العبدالله | رانيا | العبدالله
JO | Rania Haddad | Rania | Haddad
LB | Nadine Khoury | Nadine | Khoury
LB | KHOURY Nadine | – | Khoury
IQ | زينب حسين | زينب | حسين
IQ | السيد الحسني | – | الحسني
SY | أبو أحمد | – | أحمد
EG | Ahmed Hassan | Ahmed | Hassan
EG | د. منى الشاذلي | منى | الشاذلي
EG | Abdul Rahman Fathy | Abdul | Fathy
IL | דוד כהן | דוד | כהן
IL | כהן דוד | – | כהן
IL | מר לוי | – | לוי
IL | Noa Cohen | Noa | Cohen
IL | Cohen | – | Cohen
IL | בן גוריון | – | גוריון
IR | علی حسینی | علی | حسینی
IR | Maryam Hosseini | Maryam | Hosseini
IR | آقای رضایی | – | رضایی
MA | EL AMRANI Youssef | Youssef | Amrani
MA | Youssef El Amrani | Youssef | Amrani
DZ | BENALI Karim | Karim | Benali
TN | Amira Ben Salah | Amira | Salah
NG | Chinedu Okafor | Chinedu | Okafor
NG | Okafor Chinedu | – | Okafor
NG | Adeyemi, Folake | Folake | Adeyemi
NG | Oluwaseun Adebayo | Oluwaseun | Adebayo
GH | Kwame Mensah | Kwame | Mensah
GH | Mensah | – | Mensah
KE | Wanjiru Ngugi | Wanjiru | Ngugi
KE | Grace Achieng Ouma | Grace | Ouma
TZ | Juma Mwakasege | Juma | Mwakasege
UG | Nakato Sarah | – | Sarah
ET | Abebe Bikila | Abebe | Bikila
ET | አበበ ቢቂላ | አበበ | ቢቂላ
ER | Selam Tesfay | Selam | Tesfay
SO | Hodan Abdi Warsame | Hodan | Warsame
RW | Mutesi Aline | – | Mutesi
SN | DIOP Aminata | Aminata | Diop
SN | Aminata Diop | Aminata | Diop
CI | KOUASSI Yao | Yao | Kouassi
ML | Oumou Sangaré | Oumou | Sangaré
CM | MBARGA Paul | Paul | Mbarga
ZA | Thabo Dlamini | Thabo | Dlamini
ZA | van Wyk | – | Wyk
ZA | Botha Pieter | – | Botha
ZA | Pieter van der Merwe | Pieter | Merwe
ZW | Tendai Moyo | Tendai | Moyo
MG | RAKOTO Hery | Hery | Rakoto
MU | Anjali Ramgoolam | Anjali | Ramgoolam
AO | Domingos dos Santos | Domingos | Santos
`
