/**
 * The phrases of `lexicon.ts` in languages that don't part words by spaces, or attach particles to
 * them: Japanese, Chinese in both scripts, Korean and Thai. "Now" is CLDR's relative time of zero
 * seconds (`Intl.RelativeTimeFormat`), and the ordinary words next to it.
 *
 * Words that are part of harmless ones are excluded with what is around them: 今 in 今日, 人 in 人気, 限量
 * in 不限量. A `}`
 * before them is the end of a placeholder.
 */

/** In the form of a normalized text, which divides a Thai vowel in two. */
const phrases = (...patterns: string[]): RegExp[] =>
  patterns.map((pattern) => new RegExp(pattern.normalize('NFKC'), 'iu'))

const eastAsian = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'

/** See `lexicon.ts`, like the others. */
export const now = phrases(
  'ただ今|ただいま|たった今|今(?![日週年月回後朝夜晩季春夏秋冬度治昔風様井田川村泉]|まで|なら)',
  '现在(?!的|营业|起)|(?<![月日年]|時点で|店)現在(?!的|營業|起)|此刻|目前|正在|当前|當前|刚刚|剛剛',
  '지금(?!까지|껏)|현재|방금|실시간',
  'ขณะนี้|ตอนนี้|เดี๋ยวนี้|กำลัง(?:ดู|ชม|ซื้อ|เลือก|สั่ง)',
)

export const heads = phrases(
  '[\\d}]\\s?(?:人|名)(?![気气氣份用前掛分乗])|お客様|お客さま|購入者|ユーザー|会員',
  '[\\d}]\\s?[位名个個]?人(?![気气氣份用前掛分乗])|顾客|顧客|客户|客戶|用户|用戶|买家|買家|会员|會員',
  '[\\d}]\\s?명|고객|회원|구매자',
  '[\\d}]\\s?(?:คน|ท่าน|ราย)|ลูกค้า|ผู้ซื้อ|สมาชิก',
)

export const deeds = phrases(
  '購入|買っ|注文|お買い上げ',
  '购买|購買|下单|下單|订购|訂購|买了|買了|抢购|搶購',
  '구매|주문|구입',
  'ซื้อ|กำลังสั่ง|ได้สั่ง',
)

export const scarce = phrases(
  '残りわずか|のこりわずか|残り少|在庫わずか|在庫限り|(?:数量|個数)限定|限定\\s?\\d|完売間近|まもなく完売|売り切れ間近|品薄|最後の(?:一|1)点',
  '仅剩|僅剩|只剩|仅限|僅限|(?<![不无無])限量|限时|限時|即将售罄|即將售罄|快卖完|快賣完|库存紧张|庫存緊張|库存不多|庫存不多|最后几件|最後幾件|所剩无几|所剩無幾',
  '(?:품절|매진)\\s?임박|한정(?!식)|마지막\\s?수량|얼마\\s?남지|소량\\s?남|몇\\s?개\\s?남지',
  'เหลือน้อย|ใกล้หมด|จำนวนจำกัด|สินค้ามีจำกัด|ลิมิเต็ด|เท่านั้น',
)

export const pressure = phrases(
  'お急ぎ|急いで|今すぐ|お見逃しなく|見逃せない|(?:ラスト|最後の)チャンス|早い者勝ち',
  '赶快|趕快|抓紧|抓緊|赶紧|趕緊|(?:不要|别|別|切勿|不容)[错錯][过過]|先到先得|手慢[无無]|最[后後][机機][会會]|欲[购購][从從]速',
  '서두르|서둘러|놓치지\\s?마|마지막\\s?기회|지금\\s?바로|선착순',
  'รีบ(?:ซื้อ|สั่ง|เลย|ด่วน|มา)|ด่วน|อย่าพลาด|ห้ามพลาด|โอกาสสุดท้าย|ก่อนหมด|ช้าหมด',
)

export const superlatives = phrases(
  // In Latin letters: not the end of another word, nor the start of a longer number, and only beside
  // Japanese or Chinese.
  `(?<!\\p{Script=Latin})no\\.?\\s?1(?!\\d)(?:(?=[^]{0,40}${eastAsian})|(?<=${eastAsian}[^]{0,40}))`,
  '(?:一番|最も)人気|人気ナンバーワン|ナンバーワン|ベストセラー|最高の|世界一|日本一|業界初|人気第?1位|(?:売上|販売|ランキング)[^。]{0,6}第?1位',
  '最[畅暢][销銷]|[畅暢][销銷]第一|[销銷]量第一|最受[欢歡]迎|第一名|全[网網]最|最好的|最佳|世界第一',
  '베스트셀러|가장\\s?(?:인기|많이\\s?팔린)|(?:^|[^\\d])1위|최고의|넘버원',
  'ขายดีที่สุด|ขายดีอันดับ|นิยมที่สุด|อันดับ\\s?(?:1|หนึ่ง)|ดีที่สุด|เบอร์\\s?(?:1|หนึ่ง)',
)
