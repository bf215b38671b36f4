/** Whole names. Columns: country, what was typed, what is shown (– is nothing), family names. */
export const asia = `
CN | 王小明 | 小明 | 王
CN | 王 小明 | 小明 | 王
CN | 小明 王 | 小明 | 王
CN | 王伟 | – | 王
CN | 欧阳修 | – | 欧阳
CN | 诸葛小亮 | 小亮 | 诸葛
CN | 李先生 | – | 李
CN | 王女士 | – | 王
CN | Wang Xiaoming | Xiaoming | Wang
CN | Xiaoming Wang | Xiaoming | Wang
CN | WANG XIAOMING | Xiaoming | Wang
CN | Wang, Xiaoming | Xiaoming | Wang
CN | Li Wei | – | Li
CN | Zhang | – | Zhang
CN | 约翰·史密斯 | 约翰 | 史密斯
CN | 深圳商店有限公司 | – | 深圳
TW | 王小明 | 小明 | 王
TW | 陳怡君 | 怡君 | 陳
TW | 歐陽娜娜 | 娜娜 | 歐陽
TW | Chen Yi-Chun | Yi-Chun | Chen
TW | Yi-Chun Chen | Yi-Chun | Chen
TW | 林小姐 | – | 林
HK | 陳大文 | 大文 | 陳
HK | Chan Tai Man | Tai | Chan
HK | Peter Chan | Peter | Chan
HK | CHAN Siu Ming Peter | – | Chan
HK | Wong, Ka Yan | Ka | Wong
HK | Lau | – | Lau
MO | 何家榮 | 家榮 | 何
SG | 林美玲 | 美玲 | 林
SG | Tan Mei Ling | – | Tan
SG | Tan Jiahui | Jiahui | Tan
SG | Grace Tan | Grace | Tan
SG | Tan, Grace | Grace | Tan
SG | Rajesh Pillai | Rajesh | Pillai
SG | Nur Aisyah | Nur |
SG | Ng | – | Ng
MY | Lim Huiying | Huiying | Lim
MY | Ahmad bin Abdullah | Ahmad | Abdullah
MY | Siti Nurhaliza binti Tarudin | Siti | Tarudin
MY | Encik Rahman | – | Rahman
US | 王小明 | – | 王
US | David 王 | – | 王
US | Kim Minjun | – | Kim
US | Kim Johnson | Kim | Johnson
DE | Li Wei | – | Li
AU | Lee Harper | Lee | Harper
GB | Han Seo-yeon | – | Han
FR | Ono Keiko | – | Ono
US | Ho Trang | – | Ho
AU | Dang Quoc Viet | – | Dang
US | Ly Thuy | – | Ly
AU | Vu Thanh Ha | – | Vu
US | Lin Chih-ling | – | Lin
US | Bae Suzy | – | Bae
JP | 山田 太郎 | 太郎 | 山田
JP | 山田\u3000太郎 | 太郎 | 山田
JP | 太郎 山田 | 太郎 | 山田
JP | 山田太郎 | – | 山田
JP | 佐々木 花子 | 花子 | 佐々木
JP | 林 さくら | さくら | 林
JP | ヤマダ タロウ | タロウ | ヤマダ
JP | やまだ たろう | たろう | やまだ
JP | ジョン・スミス | ジョン | スミス
JP | 山田様 | – | 山田
JP | 田中さん | – | 田中
JP | Yamada Taro | Taro | Yamada
JP | Taro Yamada | Taro | Yamada
JP | YAMADA TARO | Taro | Yamada
JP | Yamada, Taro | Taro | Yamada
JP | Suzuki | – | Suzuki
JP | Kisaragi Makoto | – | Kisaragi
JP | 綾小路 清隆 | 清隆 | 綾小路
JP | 株式会社山田 | – | 山田
KR | 김민준 | 민준 | 김
KR | 김 민준 | 민준 | 김
KR | 민준 김 | 민준 | 김
KR | 김구 | – | 김
KR | 남궁민수 | 민수 | 남궁
KR | 이서연 | 서연 | 이
KR | 박지훈님 | – | 박
KR | Kim Minjun | Minjun | Kim
KR | Minjun Kim | Minjun | Kim
KR | KIM MINJUN | Minjun | Kim
KR | Kim, Seo-yeon | Seo-yeon | Kim
KR | Park | – | Park
KR | 홍길동 | – | 홍
KR | 주식회사 한빛 | – | 한빛
VN | Nguyễn Văn An | An | Nguyễn
VN | Nguyen Van An | An | Nguyen
VN | NGUYỄN VĂN AN | – | Nguyễn
VN | Trần Thị Hoa | Hoa | Trần
VN | An Nguyễn | An | Nguyễn
VN | Phạm, Minh Anh | Anh | Phạm
VN | Lê Quang Liêm | Liêm | Lê
VN | Nguyễn | – | Nguyễn
VN | Ông Nguyễn | – | Nguyễn
US | Nguyen Thi Lan | Lan | Nguyen
US | Linh Nguyen | Linh | Nguyen
TH | สมชาย ใจดี | สมชาย | ใจดี
TH | นายสมชาย ใจดี | สมชาย | ใจดี
TH | นางสาวมาลี ทองคำ | มาลี | ทองคำ
TH | คุณมาลี | – | มาลี
TH | Somchai Jaidee | Somchai | Jaidee
KH | Sok Dara | – | Sok
KH | Dara | Dara |
LA | Bounmy Vongsa | Bounmy | Vongsa
MM | Aung Kyaw | Aung |
MN | Batbayar Bold | – | Batbayar
PH | Juan dela Cruz | Juan | Cruz
PH | Dela Cruz, Juan | Juan | Cruz
PH | Maria Clara Reyes | Maria | Reyes
PH | Jose Rizal Jr. | Jose | Rizal
ID | Suharto | Suharto |
ID | Budi Santoso | Budi | Santoso
ID | Dewi Lestari | Dewi | Lestari
ID | Bapak Wijaya | – | Wijaya
ID | Muhammad Rizki Nasution | Muhammad | Nasution
IN | Rajesh Kumar | Rajesh | Kumar
IN | Priya Sharma | Priya | Sharma
IN | Sharma Priya | – | Sharma
IN | Shri Ramesh Gupta | Ramesh | Gupta
IN | S. Ramesh | – |
IN | Ramesh S | Ramesh |
IN | Harpreet Kaur | Harpreet | Kaur
IN | Smt. Patel | – | Patel
IN | प्रिया शर्मा | प्रिया | शर्मा
IN | श्री राम वर्मा | राम | वर्मा
IN | Venkatesh | Venkatesh |
IN | A. P. J. Abdul Kalam | – | Kalam
PK | Muhammad Ali Khan | Muhammad | Khan
PK | Ayesha Siddiqui | Ayesha | Siddiqui
PK | فاطمہ جناح | فاطمہ | جناح
BD | Rahim Chowdhury | Rahim | Chowdhury
BD | Md. Rahim Uddin | Rahim | Uddin
BD | রহিম উদ্দিন | রহিম | উদ্দিন
LK | Nimal Perera | Nimal | Perera
LK | Perera, Nimal | Nimal | Perera
NP | Sita Shrestha | Sita | Shrestha
NP | Shrestha | – | Shrestha
KZ | Айгүл Сапарова | Айгүл | Сапарова
KZ | Назарбаев Нұрлан | Нұрлан | Назарбаев
UZ | Karimov Jasur | Jasur | Karimov
UZ | Jasur Karimov | Jasur | Karimov
`
