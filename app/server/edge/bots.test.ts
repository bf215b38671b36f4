import { expect, test } from 'vitest'
import { createBotCheck } from './bots.server.ts'

const isBot = createBotCheck()
const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = `${mozilla} (Macintosh; Intel Mac OS X 10_15_7)`
const phone = `${mozilla} (Linux; Android 15; Pixel 9 Build/AP3A.240617.008; wv) ${webKit}`
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `${mac} ${webKit} HeadlessChrome/140.0.0.0 Safari/537.36`,
  `${mozilla} (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36 GTmetrix`,
  `${mozilla} (X11; Linux x86_64) Miniature.io/6.0 ${webKit} QtWebEngine/5.12 Safari/537.36`,
  `${mac} ${webKit} YLT Chrome/140.0.0.0 Safari/537.36`,
  'curl/8.5.0',
  '',
  undefined,
])('%s is a bot', (userAgent) => {
  expect(isBot(userAgent)).toBe(true)
})

test.each([
  [
    'Chrome on Windows',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`,
  ],
  [
    'Edge',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  ],
  [
    'Opera',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`,
  ],
  ['Vivaldi', `${mac} ${webKit} Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5`],
  ['Yandex', `${mac} ${webKit} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`],
  ['Firefox', `${mozilla} (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0`],
  [
    'Safari on a Mac',
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
  ],
  ['Safari on a phone', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${iPhone} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`],
  ['Firefox on iOS', `${iPhone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
  ['Google’s app', `${iPhone} GSA/380.0 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Android',
    `${mozilla} (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet',
    `${mozilla} (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Silk',
    `${mozilla} (Linux; Android 11; KFRAPWI) ${webKit} Silk/139.3 like Chrome/139.0.0.0 Safari/537.36`,
  ],
  [
    'UC Browser',
    `${mozilla} (Linux; U; Android 13; en-US; M2101K6G) ${webKit} Version/4.0 Chrome/123.0.0.0 UCBrowser/15.5 Mobile Safari/537.36`,
  ],
  [
    'DuckDuckGo',
    `${mozilla} (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`,
  ],
  [
    'Instagram’s app',
    `${phone} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2400; IABMV/1) NV/1`,
  ],
  ['Facebook’s app', `${phone} Version/4.0 Chrome/146.0.0.0 Mobile Safari/537.36 MetaIAB Facebook`],
  [
    'Facebook’s app on iOS',
    `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.5]`,
  ],
  [
    'TikTok’s app',
    `${phone} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 musical_ly_2024105030 BytedanceWebview/d8a21c6`,
  ],
  ['Pinterest’s app', `${iPhone} Mobile/15E148 [Pinterest/iOS]`],
  [
    'WeChat',
    `${phone} Version/4.0 Chrome/130.0.0.0 MMWEBID/1 MicroMessenger/8.0.50 NetType/WIFI Language/en`,
  ],
  [
    'an editor’s browser',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Code/1.115.0 Chrome/142.0.0.0 Electron/39.8.5 Safari/537.36`,
  ],
  [
    'a browser for a single site',
    `${mac} AppleWebKit/528.16 (KHTML, like Gecko) Fluid/0.9.6 Safari/528.16`,
  ],
  [
    'a console',
    `${mozilla} (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15`,
  ],
  [
    'a television',
    `${mozilla} (SMART-TV; Linux; Tizen 7.0) ${webKit} 94.0.4606.31/7.0 TV Safari/537.36`,
  ],
  ['an old one', `${mozilla} (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko`],
])('%s is a person', (_name, userAgent) => {
  expect(isBot(userAgent)).toBe(false)
})
