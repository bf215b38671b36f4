/** Vietnamese. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const vi: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Một người' },
  places: { country: (name) => `ở ${name}`, city: (name) => `ở ${name}`, irregular: {} },
  purchase: { bought: 'đã mua {product}', something: 'đã mua hàng' },
  conversion: { forGoal: 'đã đăng ký: {goal}', signedUp: 'đã đăng ký' },
  review: {
    quote: '“{words}”',
    stars: { other: 'đã cho # sao' },
    average: { other: '{average} · # đánh giá' },
    verified: 'đã xác minh',
  },
  headings: {
    popular: 'Được quan tâm',
    selling_fast: 'Bán nhanh',
    order_soon: 'Đặt hàng kịp thời',
    good_to_know: 'Thông tin hữu ích',
  },
  phrases: {
    close: 'Đóng',
    region: 'Hoạt động gần đây',
    lastHour: 'trong vòng một giờ qua',
    hours: { other: '# giờ trước' },
    days: { other: '# ngày trước' },
    why: 'Vì sao tôi thấy nội dung này?',
    gotIt: 'Đã hiểu',
    turnOff: 'Tắt tại đây',
    copy: 'Sao chép',
    copied: 'Đã sao chép',
    stars: '# trên 5 sao',
    left: { days: '{d} ngày {h} giờ', hours: '{h} giờ {m} phút', minutes: '{m} phút' },
    brand: 'Cung cấp bởi #',
  },
  windows: {
    minutes: { other: 'trong # phút qua' },
    hours: { other: 'trong # giờ qua' },
    days: { other: 'trong # ngày qua' },
  },
  sources: {
    rest_api: 'Do máy chủ của cửa hàng gửi.',
    pixel: 'Do một trang của cửa hàng gửi và được cửa hàng duyệt.',
    import: 'Cửa hàng đã nhập từ tệp.',
    integration: 'Do một dịch vụ mà cửa hàng kết nối gửi.',
  },
  why: {
    order: 'Đây là đơn hàng thật, được đặt {within}.',
    signup: 'Đây là lượt đăng ký thật, nhận được {within}.',
    review:
      'Đây là đánh giá thật, được viết {within}. Có thể được rút ngắn nhưng lời văn không bị thay đổi.',
    orders:
      'Đây là số đơn hàng tại cửa hàng này {within}, mỗi đơn tính một lần. Trên trang sản phẩm chỉ tính đơn của sản phẩm đó.',
    productOrders: 'Đây là số đơn hàng của sản phẩm này {within}, mỗi đơn tính một lần.',
    signups: 'Đây là số lượt đăng ký {within}, mỗi địa chỉ email tính một lần.',
    reviews:
      'Chỉ tính các đánh giá {within} được cửa hàng duyệt. Điểm trung bình không bao giờ được làm tròn lên.',
    approvedReviews: 'Điểm trung bình và số lượng tính trên mọi đánh giá được cửa hàng duyệt.',
    publishedReviews: 'Điểm trung bình và số lượng do trang đánh giá công bố cho cửa hàng này.',
    names: 'Tên được hiển thị như đã cung cấp.',
    firstNames: 'Tên được hiển thị như đã cung cấp. Họ không bao giờ được hiển thị.',
    noNames: 'Tên không được hiển thị.',
    city: 'Thành phố chỉ được nêu nếu có ít nhất # đến từ đó trong cùng khoảng thời gian.',
    byEither:
      'Do máy chủ của cửa hàng gửi, hoặc do một trang của cửa hàng gửi và được cửa hàng duyệt.',
    byAny:
      'Do máy chủ của cửa hàng gửi, do cửa hàng nhập, hoặc do một trang của cửa hàng gửi và được cửa hàng duyệt.',
    leftOut: 'Không tính đơn thử, đơn đã hủy và đơn đã hoàn tiền.',
    stock: 'Số lượng tồn kho lấy từ trang sản phẩm.',
    stockFromFeed:
      'Tồn kho có ghi giờ bên dưới lấy từ dữ liệu sản phẩm của cửa hàng, đọc vào lúc đó.',
    source: 'Theo cửa hàng, các đánh giá được viết trên {source}.',
  },
  chosenReviews: {
    other: 'Hiển thị các đánh giá từ # sao trở lên.',
  },
  cartCounter: {
    added: { other: 'Đã được thêm vào # giỏ hàng khác {window}' },
    why: [
      'Đây là số khách truy cập đã thêm sản phẩm này vào giỏ {window}.',
      'Giỏ của bạn không được tính và không ai được tính hai lần. Điều đó không có nghĩa là sản phẩm đã được giữ chỗ hay đã bán.',
    ],
  },
  conversions: {
    signups: { other: '# lượt đăng ký {within}' },
    forGoal: { other: '# lượt đăng ký {within}: {goal}' },
  },
  custom: {
    from: 'Tin nhắn này do {shop} viết.',
    page: 'Các phần cá nhân hóa lấy từ chính trang này.',
    title: 'Tin nhắn từ {shop}',
    byHand: 'Cửa hàng đã viết nội dung này. Nó không dựa trên đơn hàng, lượt đăng ký hay đánh giá.',
  },
  deliveryDate: {
    title: 'Dự kiến giao hàng',
    beforeCutOff: 'Đặt trong vòng {left}, nhận muộn nhất {day}',
    afterCutOff: 'Đặt hôm nay, dự kiến giao: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'Tính theo giờ chốt đơn và thời gian vận chuyển của cửa hàng, không kể ngày lễ.',
      'Đây là ước tính. Đồng hồ đếm ngược là thật: khi hết giờ, mọi người đều thấy ngày muộn hơn.',
    ],
  },
  discount: {
    off: 'Giảm {amount}',
    offScope: 'Giảm {amount} cho {scope}',
    withCode: 'Dùng mã {code}',
    withoutCode: 'Đang áp dụng',
    ends: 'kết thúc sau {left}',
    why: 'Ưu đãi này do {shop} tự viết. Áp dụng điều khoản của cửa hàng.',
    whyEnd: 'Ưu đãi kết thúc cùng lúc với mọi người: {end}.',
  },
  freeDelivery: {
    missing: 'Mua thêm {missing} để được miễn phí giao hàng',
    reached: 'Bạn được miễn phí giao hàng',
    empty: 'Miễn phí giao hàng cho đơn từ {amount}',
    why: [
      'Cửa hàng đặt mức tiền để được miễn phí giao hàng.',
      'Số tiền còn thiếu tính từ tổng giỏ hàng trên trang này. Giỏ hàng chỉ nằm trong trình duyệt của bạn.',
    ],
  },
  purchases: {
    ofProduct: { other: 'Được đặt # lần {within}' },
    ofSite: { other: '# đơn hàng tại {site} {within}' },
  },
  sellingOut: {
    out: { other: 'Được đặt # lần {within}, còn {stock}' },
    quickly: { other: 'Được quan tâm: đặt # lần {within}' },
  },
  stockLevel: {
    scarce: { other: 'Chỉ còn #' },
    plain: { other: 'Còn # trong kho' },
    why: 'Đây là số lượng tồn kho chính xác do trang của cửa hàng báo.',
    whyScarce: 'Cửa hàng không dự kiến nhập thêm trước {day}.',
    whyPlain: 'Cửa hàng có thể nhập thêm bất cứ lúc nào.',
  },
  visitor: {
    now: { other: '# người khác đang xem trang này' },
    within: { other: '# người khác đã xem trang này {window}' },
    whyNow: 'Đây là số khách truy cập ở trang này trong 5 phút qua.',
    whyWithin: 'Đây là số khách truy cập duy nhất của trang này {window}.',
  },
  visitors: {
    now: { other: '# người khác đang ở trên {shop}' },
    within: { other: '# người khác đã ghé {shop} {window}' },
    whyNow: 'Đây là số khách truy cập ở bất cứ đâu trên trang web trong 5 phút qua.',
    whyWithin: 'Đây là số khách truy cập duy nhất của toàn trang web {window}.',
  },
  presenceFloor:
    'Không tính bạn và các bot đã biết. Khi không chắc chắn, chúng tôi hiển thị số nhỏ hơn. Không có gì là bịa đặt.',
}
