/** Facts that Twilio publishes about messages. Compared with the sources on November 28, 2026. */
import { all, either, flag, only, oneOf, text, whole, type PublishedService } from '../facts.ts'

const options = {
  ...all(
    text,
    'To! Body! StatusCallback ApplicationSid MaxPrice SendAt ContentSid ContentVariables MediaUrl PersistentAction FallbackFrom',
  ),
  ...all(whole, 'Attempt ValidityPeriod'),
  ...all(flag, 'ProvideFeedback ForceDelivery SmartEncoded ShortenUrls SendAsMms'),
  ContentRetention: oneOf('retain', 'discard'),
  AddressRetention: oneOf('retain', 'obfuscate'),
  RiskCheck: oneOf('enable', 'disable'),
}

const sid = (prefix: string) => ({
  described: `${prefix} and 32 hexadecimal digits`,
  fits: (value: string) => new RegExp(`^${prefix}[0-9a-fA-F]{32}$`).test(value),
})

export const twilio: PublishedService = {
  sources: [
    'twilio/twilio-oai d50069b4 (2026-04-14), spec/json/twilio_api_v2010.json',
    'twilio.com/docs (2026)',
  ],
  access: ['authorization'],
  refusal: { ...all('whole', 'code status'), message: 'text', 'more_info?': 'text' },
  operations: [
    {
      method: 'POST',
      path: '/2010-04-01/Accounts/{AccountSid}/Messages.json',
      form: [
        { ...options, 'From!': text },
        { ...options, 'MessagingServiceSid!': sid('MG'), From: text },
      ],
      answer: only({
        ...all('text', 'direction status'),
        ...all(
          'text|null',
          'body num_segments from to date_updated price error_message uri account_sid num_media',
        ),
        ...all(
          'text|null',
          'messaging_service_sid sid date_sent date_created price_unit api_version',
        ),
        error_code: 'whole|null',
        subresource_uris: either('null', 'object'),
      }),
      statuses: [201],
    },
  ],
}
