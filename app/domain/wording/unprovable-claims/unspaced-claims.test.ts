/** Claims typed in Japanese, Chinese, Korean and Thai. */
import { expect, test } from 'vitest'
import { findUnprovableClaims } from './unprovable-claims.ts'

const aboutOf = (text: string, hasEnd = false) =>
  findUnprovableClaims({ text }, { hasEnd }).map(({ about }) => about)

test.each([
  // Numbers of people.
  ['12人が今この商品を見ています', 'people'],
  ['５００名様にご愛用いただいています', 'people'],
  ['数千人のお客様に選ばれました', 'people'],
  ['お客様の98%がリピート', 'people'],
  ['1,200件のレビューで高評価', 'people'],
  ['レビュー 350件', 'people'],
  ['{count}人が閲覧しました', 'people'],
  ['现在有12人正在浏览', 'people'],
  ['已有5000+位顾客选择我们', 'people'],
  ['超過三千位顧客信賴', 'people'],
  ['1200条评价，好评如潮', 'people'],
  ['98%的顾客会回购', 'people'],
  ['好评率：99%', 'people'],
  ['三十人正在看', 'people'],
  ['열 명이 보고 있어요', 'people'],
  ['지금 12명이 보고 있습니다', 'people'],
  ['수천 명의 고객이 선택했습니다', 'people'],
  ['500 고객이 선택', 'people'],
  ['500명 이상이 선택했습니다', 'people'],
  ['리뷰 1,200개', 'people'],
  ['고객의 98%가 다시 구매합니다', 'people'],
  ['มี 12 คนกำลังดูสินค้านี้', 'people'],
  ['ลูกค้ากว่า 5,000 คนไว้วางใจเรา', 'people'],
  ['ลูกค้าหลายพันคนเลือกเรา', 'people'],
  ['๕๐๐ คนซื้อสินค้านี้', 'people'],
  ['1,200 รีวิว', 'people'],
  // Numbers of sales.
  ['過去24時間で37個売れました', 'sales'],
  ['累計販売 10万個', 'sales'],
  ['今週80点販売済み', 'sales'],
  ['37件のご注文', 'sales'],
  ['过去24小时已售37件', 'sales'],
  ['热销500件', 'sales'],
  ['本週售出超過80件', 'sales'],
  ['37个订单', 'sales'],
  ['최근 24시간 동안 37개가 판매되었습니다', 'sales'],
  ['500개 팔렸어요', 'sales'],
  ['누적 판매 10만개', 'sales'],
  ['주문 37건', 'sales'],
  ['ขายแล้ว 500 ชิ้น', 'sales'],
  ['ขายไปแล้วกว่า 80 ชิ้นใน 24 ชั่วโมง', 'sales'],
  ['ขายไป 300 ชิ้น', 'sales'],
  ['37 คำสั่งซื้อในสัปดาห์นี้', 'sales'],
  // Stock.
  ['残り3点', 'stock'],
  ['残りわずか2個です', 'stock'],
  ['在庫あと5', 'stock'],
  ['限定100個', 'stock'],
  ['3点のみ', 'stock'],
  ['残り3', 'stock'],
  ['残り3！', 'stock'],
  ['仅剩3件', 'stock'],
  ['仅剩三件', 'stock'],
  ['只剩3', 'stock'],
  ['เหลือแค่ 2', 'stock'],
  ['단 3개뿐', 'stock'],
  ['只剩 2 個', 'stock'],
  ['库存仅剩5', 'stock'],
  ['最后3件', 'stock'],
  ['단 3개 남았습니다', 'stock'],
  ['재고 5', 'stock'],
  ['마지막 2벌', 'stock'],
  ['3개밖에 남지 않았어요', 'stock'],
  ['เหลือเพียง 3 ชิ้น', 'stock'],
  ['2 ชิ้นสุดท้าย', 'stock'],
  ['เหลือ {stock} ชิ้น', 'stock'],
  // A person who bought something.
  ['田中さんがマグカップを購入しました', 'person'],
  ['誰かがこの商品を注文しました', 'person'],
  ['{first_name}さんが{product}を購入しました', 'person'],
  ['小明刚刚购买了这个杯子', 'person'],
  ['有人買了這個杯子', 'person'],
  ['김민준님이 머그컵을 구매하셨습니다', 'person'],
  ['누군가 방금 주문했습니다', 'person'],
  ['2분 전에 구매', 'person'],
  ['มีคนเพิ่งซื้อสินค้านี้', 'person'],
  ['สมชายเพิ่งสั่งซื้อ', 'person'],
  // Timers.
  ['あと2時間', 'timer'],
  ['10分後に終了', 'timer'],
  ['終了まであと30分', 'timer'],
  ['本日限り', 'timer'],
  ['{left}で終了、本日限定', 'timer'],
  ['仅剩2小时', 'timer'],
  ['10分钟后结束', 'timer'],
  ['倒计时：30分鐘', 'timer'],
  ['仅限今天', 'timer'],
  ['僅此一天', 'timer'],
  ['2시간 남았습니다', 'timer'],
  ['10분 후 종료', 'timer'],
  ['마감까지 3시간', 'timer'],
  ['오늘만 특가', 'timer'],
  ['เหลือเวลาอีก 2 ชั่วโมง', 'timer'],
  ['สิ้นสุดใน 10 นาที', 'timer'],
  ['วันนี้เท่านั้น', 'timer'],
])('"%s" is refused for its %s', (text, about) => {
  expect(aboutOf(text)).toContain(about)
})

test.each([
  '4人用テント',
  '2人掛けソファ',
  'お一人様1点限り',
  '二人で楽しむお茶の時間',
  '万人に愛される味',
  '人気のマグカップ',
  '2点以上ご購入で10%オフ',
  'あと3点で送料無料',
  '3個だけでもお届けします',
  '30日以内の返品は無料',
  '15時までのご注文は当日発送',
  '1987年からユトレヒトで手作り',
  '500円以上のお買い上げで送料無料',
  '3色展開',
  'あなたが購入した商品のお手入れ',
  'あと1,000円で送料無料',
  'お1人様3点まで',
  '3名以上のご予約で10%オフ',
  'レビューを書いて5%オフ',
  '適合4人帐篷',
  '4人帐篷',
  '双人床品套装',
  '每人限购1件',
  '满2件9折',
  '满200元包邮',
  '30天内免费退货',
  '下午3点前下单，当天发货',
  '千万不要弄湿',
  '3种颜色可选',
  '您刚刚购买了第一个杯子，谢谢',
  '4인용 텐트',
  '6명까지 이용 가능',
  '2개 이상 구매 시 10% 할인',
  '50,000원 이상 무료배송',
  '30일 이내 무료 반품',
  '3가지 색상',
  '오후 3시 이전 주문 시 당일 발송',
  '고객님이 구매하신 상품',
  '선착순 100명',
  '2명 이상 예약 시 할인',
  'เต็นท์สำหรับ 4 คน',
  'ฟรีค่าจัดส่งเมื่อซื้อครบ 500 บาท',
  'คืนสินค้าได้ภายใน 30 วัน',
  'จัดส่งในอีก 3 วัน',
  'มี 3 สี',
  'มา 2 คนขึ้นไป ลด 10%',
  'คุณเพิ่งซื้อแก้วใบแรก ขอบคุณ',
  'ทุก 2 คำสั่งซื้อรับของแถม',
  '오늘 만든 빵',
  '하루만에 배송',
  '단 하루 만에 배송',
  '단 3분이면 완성',
  '단 3일 만에 배송',
  '5분 남짓',
  '원단 2장',
  '1인 1개 한정',
  '1인당 2개 한정',
  '3명이 앉을 수 있는 소파',
  '3명이 이용 가능한 텐트',
  '리뷰 3개 작성 시 쿠폰',
  '주문 2건 이상 시 할인',
  '1시간 전에 주문하면 바로 준비',
  '1人暮らしにぴったり',
  '1人で組み立て',
  '定員10名',
  '先着100名様',
  'お一人様1点のみ',
  'お一人様2個限定',
  '1世帯につき2個限定',
  '期間限定3足セット',
  '今日までのご注文',
  '本日までにご注文',
  '3人が座れるソファ',
  '5人が利用できるテント',
  '2人で旅行',
  '売上の10%を寄付',
  'あと2日で届きます',
  'あと1本あると便利',
  'レビュー3件でクーポン',
  '3人拼团',
  '2人同行',
  '2人食',
  '双11人气商品',
  'TOP10人气',
  '热销10年',
  '每人限量1件',
  '每人仅限1件',
  '只有1个目标',
  '前100名顾客享8折',
  '写3条评价返现',
  '2人下单立减',
  'จำกัด 2 ชิ้นต่อคน',
  'เหมาะกับ 2 คน',
  '2 คนดูแลง่าย',
  'ลูกค้า 100 คนแรก',
])('"%s" claims nothing', (text) => {
  expect(aboutOf(text)).toEqual([])
})

test('a deadline that all visitors share allows the last day, not a typed time', () => {
  for (const text of ['本日限り', '仅限今天', '오늘만', 'วันนี้เท่านั้น']) {
    expect(aboutOf(text, true)).toEqual([])
  }
  for (const text of ['あと2時間', '仅剩2小时', '2시간 남았습니다', 'เหลือ 2 ชั่วโมง']) {
    expect(aboutOf(text, true)).toEqual(['timer'])
  }
})

test('the words of a claim are those that were typed, for a mark in the field', () => {
  const [claim] = findUnprovableClaims({ text: '手作りのマグ。残り３点です' })
  expect(claim).toMatchObject({ about: 'stock', words: '残り3点' })
})

test('title and text are read as one', () => {
  expect(findUnprovableClaims({ title: '残り', text: '3点です' })).toMatchObject([
    { about: 'stock' },
  ])
})

const before = { ja: 'あと', zh: '仅剩', 'zh-Hant': '僅剩', ko: '마감까지 ', th: 'เหลือ ' } as const
const units = ['second', 'minute', 'hour', 'day'] as const

test.each(
  Object.entries(before).flatMap(([language, lead]) =>
    units.map((unit) => [language, lead, unit] as const),
  ),
)('in %s “%s” and a number of %ss as CLDR writes it is a timer', (language, lead, unit) => {
  for (const unitDisplay of ['long', 'short'] as const) {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })

    expect(aboutOf(`${lead}${format.format(30)}`)).toContain('timer')
  }
})
