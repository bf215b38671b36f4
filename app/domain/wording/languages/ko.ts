/** Korean. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const ko: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}님', someone: '어떤 분' },
  places: inParentheses,
  purchase: { bought: '구매: {product}', something: '구매했습니다' },
  conversion: { forGoal: '가입: {goal}', signedUp: '가입했습니다' },
  review: {
    quote: '“{words}”',
    stars: { other: '별점 #점' },
    average: { other: '{average} · 리뷰 #개' },
    verified: '확인됨',
  },
  headings: {
    popular: '인기',
    selling_fast: '빠르게 판매됨',
    order_soon: '미리 주문하세요',
    good_to_know: '알아두면 좋은 정보',
  },
  phrases: {
    close: '닫기',
    region: '최근 활동',
    lastHour: '1시간 이내',
    hours: { other: '#시간 전' },
    days: { other: '#일 전' },
    why: '왜 표시되나요?',
    gotIt: '확인',
    turnOff: '여기서 끄기',
    copy: '복사',
    copied: '복사됨',
    stars: '별 5개 중 #개',
    left: { days: '{d}일 {h}시간', hours: '{h}시간 {m}분', minutes: '{m}분' },
    brand: '제공: #',
  },
  windows: {
    minutes: { other: '지난 #분 동안' },
    hours: { other: '지난 #시간 동안' },
    days: { other: '지난 #일 동안' },
  },
  sources: {
    rest_api: '상점의 서버가 보낸 정보입니다.',
    pixel: '상점의 페이지가 보내고 상점이 승인한 정보입니다.',
    import: '상점이 파일에서 가져온 정보입니다.',
    integration: '상점이 연결한 서비스가 보낸 정보입니다.',
  },
  why: {
    order: '{within} 이루어진 실제 주문입니다.',
    signup: '{within} 접수된 실제 가입입니다.',
    review: '{within} 작성된 실제 리뷰입니다. 줄일 수는 있지만 내용은 바꾸지 않습니다.',
    orders:
      '{within} 이 상점에서 이루어진 주문 수이며, 주문마다 한 번만 셉니다. 상품 페이지에서는 해당 상품의 주문만 셉니다.',
    productOrders: '{within} 이 상품의 주문 수이며, 주문마다 한 번만 셉니다.',
    signups: '{within} 가입 수이며, 이메일 주소마다 한 번만 셉니다.',
    reviews: '{within} 작성되고 상점이 승인한 리뷰를 셉니다. 평균은 올림하지 않습니다.',
    approvedReviews: '평균과 개수에는 상점이 승인한 모든 리뷰가 포함됩니다.',
    publishedReviews: '평균과 개수는 리뷰 사이트가 이 상점에 대해 공개한 값입니다.',
    names: '이름은 입력된 그대로 표시됩니다.',
    firstNames: '이름은 입력된 그대로 표시됩니다. 성은 표시되지 않습니다.',
    noNames: '이름은 표시되지 않습니다.',
    city: '도시는 같은 기간에 그곳에서 최소 #건이 있을 때만 표시됩니다.',
    byEither: '상점의 서버가 보냈거나, 상점의 페이지가 보내고 상점이 승인한 정보입니다.',
    byAny:
      '상점의 서버가 보냈거나, 상점이 가져왔거나, 상점의 페이지가 보내고 상점이 승인한 정보입니다.',
    leftOut: '테스트, 취소, 환불된 주문은 제외됩니다.',
    stock: '재고는 상품 페이지의 정보입니다.',
    stockFromFeed: '아래에 시각이 있는 재고는 그 시각에 읽은 상점의 상품 데이터에서 온 것입니다.',
    source: '상점에 따르면 {source}에 작성된 것입니다.',
  },
  chosenReviews: {
    other: '별 #개 이상의 리뷰를 표시합니다.',
  },
  cartCounter: {
    added: { other: '{window} 다른 장바구니 #개에 담김' },
    why: [
      '{window} 이 상품을 장바구니에 담은 방문자 수입니다.',
      '내 장바구니는 포함되지 않으며, 같은 방문자를 두 번 세지 않습니다. 상품이 예약되거나 판매되었다는 뜻은 아닙니다.',
    ],
  },
  conversions: {
    signups: { other: '{within} 가입 #건' },
    forGoal: { other: '{within} 가입 #건: {goal}' },
  },
  custom: {
    from: '이 메시지는 {shop}에서 작성했습니다.',
    page: '개인화된 부분은 이 페이지에서 온 것입니다.',
    title: '{shop}의 메시지',
    byHand: '상점이 작성했습니다. 주문, 가입, 리뷰를 바탕으로 한 것이 아닙니다.',
  },
  deliveryDate: {
    title: '배송 예정일',
    beforeCutOff: '{left} 안에 주문하면 늦어도 {day} 도착 예정',
    afterCutOff: '오늘 주문하면 {days} 도착 예정',
    day: '{date} {weekday}',
    firstDay: '{number}일 {weekday}',
    lastDay: '{date} {weekday}',
    why: [
      '상점의 주문 마감 시간과 배송 기간으로 휴일을 빼고 계산했습니다.',
      '예상 날짜입니다. 카운트다운은 실제이며, 끝나면 모두에게 더 늦은 날짜가 표시됩니다.',
    ],
  },
  discount: {
    off: '{amount} 할인',
    offScope: '{scope} {amount} 할인',
    withCode: '코드: {code}',
    withoutCode: '진행 중',
    ends: '종료까지 {left}',
    why: '{shop}에서 직접 작성한 혜택입니다. 상점의 조건이 적용됩니다.',
    whyEnd: '모두에게 같은 시각에 끝납니다: {end}.',
  },
  freeDelivery: {
    missing: '{missing} 더 담으면 무료 배송',
    reached: '무료 배송 대상입니다',
    empty: '{amount} 이상 주문 시 무료 배송',
    why: [
      '무료 배송 금액은 상점이 정합니다.',
      '부족한 금액은 이 페이지의 장바구니 합계로 계산합니다. 장바구니 정보는 브라우저에만 남습니다.',
    ],
  },
  purchases: {
    ofProduct: { other: '{within} #번 주문됨' },
    ofSite: { other: '{within} {site} 주문 #건' },
  },
  sellingOut: {
    out: { other: '{within} #번 주문됨, 재고 {stock}개' },
    quickly: { other: '인기: {within} #번 주문됨' },
  },
  stockLevel: {
    scarce: { other: '#개만 남음' },
    plain: { other: '재고 #개' },
    why: '이 상점의 페이지가 알린 정확한 재고입니다.',
    whyScarce: '상점은 {day} 이전에 재입고를 예상하지 않습니다.',
    whyPlain: '언제든지 재입고될 수 있습니다.',
  },
  visitor: {
    now: { other: '지금 다른 #명이 보고 있습니다' },
    within: { other: '{window} 다른 #명이 보았습니다' },
    whyNow: '지난 5분 동안 이 페이지에 있었던 방문자 수입니다.',
    whyWithin: '{window} 이 페이지를 찾은 순 방문자 수입니다.',
  },
  visitors: {
    now: { other: '지금 다른 #명이 {shop}에 있습니다' },
    within: { other: '{window} 다른 #명이 {shop} 방문' },
    whyNow: '지난 5분 동안 사이트 어디에든 있었던 방문자 수입니다.',
    whyWithin: '{window} 사이트 전체를 찾은 순 방문자 수입니다.',
  },
  presenceFloor:
    '본인과 알려진 봇은 세지 않습니다. 확실하지 않으면 더 적은 수를 표시합니다. 지어낸 것은 없습니다.',
}
