/** Japanese. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const ja: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}さん', someone: 'ある方' },
  places: inParentheses,
  purchase: { bought: '{product}を購入', something: '商品を購入' },
  conversion: { forGoal: '登録：{goal}', signedUp: '登録しました' },
  review: {
    quote: '「{words}」',
    stars: { other: '評価：星#つ' },
    average: { other: '{average} · レビュー#件' },
    verified: '確認済み',
  },
  headings: {
    popular: '人気',
    selling_fast: '売れています',
    order_soon: 'ご注文はお早めに',
    good_to_know: 'お役立ち情報',
  },
  phrases: {
    close: '閉じる',
    region: '最近の動き',
    lastHour: '1時間以内',
    hours: { other: '#時間前' },
    days: { other: '#日前' },
    why: 'なぜ表示されますか？',
    gotIt: 'わかりました',
    turnOff: 'ここで非表示にする',
    copy: 'コピー',
    copied: 'コピーしました',
    stars: '5つ星中#',
    left: { days: '{d}日{h}時間', hours: '{h}時間{m}分', minutes: '{m}分' },
    brand: '提供：#',
  },
  windows: {
    minutes: { other: '過去#分間' },
    hours: { other: '過去#時間' },
    days: { other: '過去#日間' },
  },
  sources: {
    rest_api: 'ショップのサーバーから送信された情報です。',
    pixel: 'ショップのページから送信され、ショップが承認した情報です。',
    import: 'ショップがファイルから取り込んだ情報です。',
    integration: 'ショップが連携したサービスから送信された情報です。',
  },
  why: {
    order: '{within}に行われた実際の注文です。',
    signup: '{within}に受け付けた実際の登録です。',
    review:
      '{within}に書かれた実際のレビューです。短くすることはありますが、言葉は変えていません。',
    orders:
      '{within}のこのショップの注文数です。1件につき1回だけ数えます。商品ページではその商品の注文だけを数えます。',
    productOrders: '{within}のこの商品の注文数です。1件につき1回だけ数えます。',
    signups: '{within}の登録数です。メールアドレスごとに1回だけ数えます。',
    reviews:
      '{within}のレビューのうち、ショップが承認したものを数えています。平均は切り上げません。',
    approvedReviews: '平均と件数は、ショップが承認したすべてのレビューのものです。',
    publishedReviews: '平均と件数は、レビューサイトがこのショップについて公開している値です。',
    names: '名前は入力されたとおりに表示します。',
    firstNames: '名は入力されたとおりに表示します。姓は表示しません。',
    noNames: '名前は表示しません。',
    city: '都市名は、同じ期間にそこから#件以上あった場合だけ表示します。',
    byEither:
      'ショップのサーバーから、またはショップのページから送信され、ショップが承認した情報です。',
    byAny:
      'ショップのサーバーから送信された情報、ショップが取り込んだ情報、またはショップのページから送信されショップが承認した情報です。',
    leftOut: 'テスト注文、キャンセル、返金された注文は含みません。',
    stock: '在庫数は商品ページの情報です。',
    stockFromFeed: '下に時刻がある在庫数は、その時刻に読み取ったショップの商品データの情報です。',
    source: 'ショップによると、{source}に書かれたものです。',
  },
  chosenReviews: {
    other: '星#つ以上のレビューを表示しています。',
  },
  cartCounter: {
    added: { other: '{window}に、ほかの#件のカートに追加' },
    why: [
      '{window}にこの商品をカートに入れた訪問者の数です。',
      'あなたのカートは含まれず、同じ訪問者を2回数えることはありません。予約や購入を意味するものではありません。',
    ],
  },
  conversions: {
    signups: { other: '{within}の登録：#件' },
    forGoal: { other: '{within}の登録：#件（{goal}）' },
  },
  custom: {
    from: 'このメッセージは{shop}が書いたものです。',
    page: '個別の内容はこのページの情報です。',
    title: '{shop}からのメッセージ',
    byHand: 'ショップが書いたものです。注文、登録、レビューに基づくものではありません。',
  },
  deliveryDate: {
    title: 'お届け予定',
    beforeCutOff: 'あと{left}以内のご注文で{day}までにお届け予定',
    afterCutOff: '本日のご注文で{days}にお届け予定',
    day: '{date}（{weekday}）',
    firstDay: '{number}日（{weekday}）',
    lastDay: '{date}（{weekday}）',
    why: [
      'ショップの注文締切時刻と配送日数から、休日を除いて計算しています。',
      'これは目安です。カウントダウンは実際のもので、終わると全員に後の日付が表示されます。',
    ],
  },
  discount: {
    off: '{amount}オフ',
    offScope: '{scope}が{amount}オフ',
    withCode: 'コード：{code}',
    withoutCode: '実施中',
    ends: '終了まで{left}',
    why: '{shop}が自ら書いたお知らせです。ショップの条件が適用されます。',
    whyEnd: 'すべての方に対して同じ時刻に終了します：{end}。',
  },
  freeDelivery: {
    missing: 'あと{missing}で送料無料',
    reached: '送料無料です',
    empty: '{amount}以上で送料無料',
    why: [
      '送料無料の金額はショップが決めています。',
      '不足額はこのページのカート合計から計算しています。カートの情報はブラウザーの外に出ません。',
    ],
  },
  purchases: {
    ofProduct: { other: '{within}に#回注文されました' },
    ofSite: { other: '{site}での{within}の注文：#件' },
  },
  sellingOut: {
    out: { other: '{within}に#回注文、在庫{stock}' },
    quickly: { other: '人気：{within}に#回注文' },
  },
  stockLevel: {
    scarce: { other: '残り#点' },
    plain: { other: '在庫#点' },
    why: 'このショップのページが示す正確な在庫数です。',
    whyScarce: 'ショップは{day}より前の入荷を予定していません。',
    whyPlain: 'いつでも入荷する可能性があります。',
  },
  visitor: {
    now: { other: 'ほかに#人がこのページを見ています' },
    within: { other: '{window}に、ほかに#人がこのページを見ました' },
    whyNow: '過去5分間にこのページにいた訪問者の数です。',
    whyWithin: '{window}にこのページを訪れた訪問者の数です。同じ訪問者は1回だけ数えます。',
  },
  visitors: {
    now: { other: 'ほかに#人が{shop}を見ています' },
    within: { other: '{window}に、ほかに#人が{shop}を訪れました' },
    whyNow: '過去5分間にサイト内のどこかにいた訪問者の数です。',
    whyWithin: '{window}にサイト全体を訪れた訪問者の数です。同じ訪問者は1回だけ数えます。',
  },
  presenceFloor:
    'あなたと既知のボットは含みません。確かでないときは少ないほうの数を表示します。作りごとはありません。',
}
