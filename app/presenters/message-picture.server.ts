/** A message of the shop as the pixel draws it, in the nudge that shows them or in a new one. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { listPublished, type StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { listOfMessages, showsListOfMessages } from '#app/domain/nudges/types/custom.ts'
import { readNudgeData } from '#app/domain/serving/data/nudge-data.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import type { Services } from '#app/services.ts'

/** @returns null when the site no longer exists */
export async function compileMessagePicture(
  { db, log, now, security, config: { appUrl } }: Services,
  site: SiteScope,
  text: string,
): Promise<PixelPayload | null> {
  const payload = await compilePayload({ db, log, now, appUrl }, site, {
    screen: security.secrets,
    withheld: undefined,
    counts: undefined,
    preview: async (tx) => {
      const published = (await listPublished(tx, site)).find(showsMessages)
      // On any page, and also after its end.
      return [{ ...newNudge, look: published?.look ?? {} }]
    },
    data: (tx) =>
      Object.assign(readNudgeData(tx, site), {
        listShownMessages: () => Promise.resolve([{ text, url: null, image: null }]),
      }),
  })
  if (!payload) return null
  const { forms: _forms, unshown: _unshown, ...drawn } = payload
  return drawn
}

const showsMessages = ({ type, surface, content }: StoredNudge) =>
  type === 'custom' && surface === 'popup' && showsListOfMessages({ content })

const newNudge: StoredNudge = {
  id: 0,
  uuid: 'custom',
  shortId: 'custom',
  version: 1,
  type: 'custom',
  surface: 'popup',
  query: {},
  content: listOfMessages,
  rules: {},
  placement: null,
  message: null,
  look: {},
}
