/** Hebrew. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const he: LanguageWords = {
  direction: 'rtl',
  person: { named: '{name}', someone: 'מישהו או מישהי' },
  places: inParentheses,
  purchase: { bought: 'רכישה: {product}', something: 'רכישה בחנות' },
  conversion: { forGoal: 'הרשמה: {goal}', signedUp: 'הרשמה' },
  review: {
    quote: '„{words}”',
    stars: { one: 'דירוג: כוכב אחד', two: 'דירוג: 2 כוכבים', other: 'דירוג: # כוכבים' },
    average: { one: '{average} · ביקורת אחת', other: '{average} · # ביקורות' },
    verified: 'מאומתת',
  },
  headings: {
    popular: 'פופולרי',
    selling_fast: 'נמכר מהר',
    order_soon: 'להזמין בזמן',
    good_to_know: 'טוב לדעת',
  },
  phrases: {
    close: 'סגירה',
    region: 'פעילות אחרונה',
    lastHour: 'בשעה האחרונה',
    hours: { one: 'לפני שעה', two: 'לפני שעתיים', other: 'לפני # שעות' },
    days: { one: 'לפני יום', two: 'לפני יומיים', other: 'לפני # ימים' },
    why: 'למה זה מוצג לי?',
    gotIt: 'הבנתי',
    turnOff: 'כיבוי כאן',
    copy: 'העתקה',
    copied: 'הועתק',
    stars: '# מתוך 5 כוכבים',
    left: { days: '{d} ימ׳ {h} שע׳', hours: '{h} שע׳ {m} דק׳', minutes: '{m} דק׳' },
    brand: 'מופעל על ידי #',
  },
  windows: {
    minutes: { one: 'בדקה האחרונה', two: 'בשתי הדקות האחרונות', other: 'ב-# הדקות האחרונות' },
    hours: { one: 'בשעה האחרונה', two: 'בשעתיים האחרונות', other: 'ב-# השעות האחרונות' },
    days: { two: 'ביומיים האחרונים', other: 'ב-# הימים האחרונים' },
  },
  sources: {
    rest_api: 'דווח על ידי שרת החנות.',
    pixel: 'דווח על ידי דף של החנות ואושר על ידי החנות.',
    import: 'החנות ייבאה זאת מקובץ.',
    integration: 'נשלח על ידי שירות שהחנות חיברה.',
  },
  why: {
    order: 'זו הזמנה אמיתית שבוצעה {within}.',
    signup: 'זו הרשמה אמיתית שהתקבלה {within}.',
    review: 'זו ביקורת אמיתית שנכתבה {within}. ייתכן שקוצרה, אך המילים לא שונו.',
    orders:
      'זה מספר ההזמנות בחנות זו {within}, כל אחת פעם אחת. בדף מוצר נספרות רק הזמנות של אותו מוצר.',
    productOrders: 'זה מספר ההזמנות של מוצר זה {within}, כל אחת פעם אחת.',
    signups: 'זה מספר ההרשמות {within}, כל כתובת מייל פעם אחת.',
    reviews: 'נספרות ביקורות {within} שהחנות אישרה. הממוצע אף פעם לא מעוגל כלפי מעלה.',
    approvedReviews: 'הממוצע והמספר כוללים את כל הביקורות שהחנות אישרה.',
    publishedReviews: 'הממוצע והמספר הם אלה שאתר הביקורות מפרסם על החנות.',
    names: 'השמות מוצגים כפי שנמסרו.',
    firstNames: 'השמות הפרטיים מוצגים כפי שנמסרו. שמות משפחה אינם מוצגים.',
    noNames: 'שמות אינם מוצגים.',
    city: 'עיר מצוינת רק אם לפחות # הגיעו ממנה באותה תקופה.',
    byEither: 'דווח על ידי שרת החנות, או על ידי דף של החנות ואושר על ידי החנות.',
    byAny:
      'דווח על ידי שרת החנות, יובא על ידי החנות, או דווח על ידי דף של החנות ואושר על ידי החנות.',
    leftOut: 'הזמנות בדיקה, הזמנות שבוטלו והזמנות שהוחזר עליהן תשלום אינן נספרות.',
    stock: 'המלאי נלקח מדף המוצר.',
    stockFromFeed: 'מלאי עם שעה מתחתיו נלקח מנתוני המוצרים של החנות, שנקראו באותה שעה.',
    source: 'לפי החנות, הן נכתבו ב-{source}.',
  },
  chosenReviews: {
    two: 'מוצגות ביקורות עם 2 כוכבים לפחות.',
    other: 'מוצגות ביקורות עם # כוכבים לפחות.',
  },
  cartCounter: {
    added: {
      one: 'נוסף לעגלה אחת נוספת {window}',
      two: 'נוסף ל-2 עגלות נוספות {window}',
      other: 'נוסף ל-# עגלות נוספות {window}',
    },
    why: [
      'זה מספר המבקרים שהוסיפו את המוצר לעגלה {window}.',
      'העגלה שלך לא נספרת, ואף מבקר לא נספר פעמיים. אין פירוש הדבר שהמוצר שמור או נמכר.',
    ],
  },
  conversions: {
    signups: { one: 'הרשמה אחת {within}', two: '2 הרשמות {within}', other: '# הרשמות {within}' },
    forGoal: {
      one: 'הרשמה אחת {within}: {goal}',
      two: '2 הרשמות {within}: {goal}',
      other: '# הרשמות {within}: {goal}',
    },
  },
  custom: {
    from: 'הודעה זו נכתבה על ידי {shop}.',
    page: 'חלקים אישיים מגיעים מהדף עצמו.',
    title: 'הודעה מאת {shop}',
    byHand: 'החנות כתבה אותה. היא לא מבוססת על הזמנה, הרשמה או ביקורת.',
  },
  deliveryDate: {
    title: 'משלוח משוער',
    beforeCutOff: 'בהזמנה תוך {left}, הגעה לכל המאוחר: {day}',
    afterCutOff: 'בהזמנה היום, הגעה משוערת: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'מחושב לפי שעת הסיום להזמנות וזמני המשלוח של החנות, ללא חגים.',
      'זו הערכה. הספירה לאחור אמיתית: כשהיא מסתיימת, כולם רואים תאריך מאוחר יותר.',
    ],
  },
  discount: {
    off: '{amount} הנחה',
    offScope: '{amount} הנחה על {scope}',
    withCode: 'עם הקוד {code}',
    withoutCode: 'המבצע בתוקף',
    ends: 'מסתיים בעוד {left}',
    why: 'זו הצעה של {shop}, במילים של החנות. תנאי החנות חלים.',
    whyEnd: 'היא מסתיימת לכולם באותו רגע: {end}.',
  },
  freeDelivery: {
    missing: 'עוד {missing} למשלוח חינם',
    reached: 'המשלוח שלך חינם',
    empty: 'משלוח חינם בהזמנה החל מ-{amount}',
    why: [
      'החנות קובעת את הסכום למשלוח חינם.',
      'הסכום החסר מחושב מסך העגלה בדף זה. העגלה נשארת בדפדפן שלך.',
    ],
  },
  purchases: {
    ofProduct: {
      one: 'הוזמן פעם אחת {within}',
      two: 'הוזמן פעמיים {within}',
      other: 'הוזמן # פעמים {within}',
    },
    ofSite: {
      one: 'הזמנה אחת ב-{site} {within}',
      two: '2 הזמנות ב-{site} {within}',
      other: '# הזמנות ב-{site} {within}',
    },
  },
  sellingOut: {
    out: {
      one: 'הוזמן פעם אחת {within}, במלאי: {stock}',
      two: 'הוזמן פעמיים {within}, במלאי: {stock}',
      other: 'הוזמן # פעמים {within}, במלאי: {stock}',
    },
    quickly: {
      one: 'פופולרי: הוזמן פעם אחת {within}',
      two: 'פופולרי: הוזמן פעמיים {within}',
      other: 'פופולרי: הוזמן # פעמים {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'פריט אחרון', two: 'נותרו רק 2', other: 'נותרו רק #' },
    plain: { one: '# במלאי', two: '# במלאי', other: '# במלאי' },
    why: 'זה המלאי המדויק שדווח בדף של החנות.',
    whyScarce: 'החנות לא צופה חידוש מלאי לפני {day}.',
    whyPlain: 'החנות עשויה לחדש את המלאי בכל עת.',
  },
  visitor: {
    now: {
      one: 'אדם נוסף צופה בזה עכשיו',
      two: '2 אנשים נוספים צופים בזה עכשיו',
      other: '# אנשים נוספים צופים בזה עכשיו',
    },
    within: {
      one: 'אדם נוסף צפה בזה {window}',
      two: '2 אנשים נוספים צפו בזה {window}',
      other: '# אנשים נוספים צפו בזה {window}',
    },
    whyNow: 'זה מספר המבקרים שהיו בדף זה ב-5 הדקות האחרונות.',
    whyWithin: 'זה מספר המבקרים הייחודיים בדף זה {window}.',
  },
  visitors: {
    now: {
      one: 'אדם נוסף נמצא עכשיו ב-{shop}',
      two: '2 אנשים נוספים נמצאים עכשיו ב-{shop}',
      other: '# אנשים נוספים נמצאים עכשיו ב-{shop}',
    },
    within: {
      one: 'אדם נוסף ביקר ב-{shop} {window}',
      two: '2 אנשים נוספים ביקרו ב-{shop} {window}',
      other: '# אנשים נוספים ביקרו ב-{shop} {window}',
    },
    whyNow: 'זה מספר המבקרים שהיו באתר ב-5 הדקות האחרונות.',
    whyWithin: 'זה מספר המבקרים הייחודיים בכל האתר {window}.',
  },
  presenceFloor:
    'הביקור שלך ובוטים מוכרים אינם נספרים. במקרה של ספק מוצג המספר הנמוך. שום דבר אינו מומצא.',
}
