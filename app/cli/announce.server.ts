/** Publishes an announcement for everyone, which the bell in every shell shows. */
import { announcementInput, everyoneNow } from '#app/domain/announcements/announcement.ts'
import { announce } from '#app/domain/announcements/announcements.server.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

export const announceCommand: Command = {
  name: 'announce',
  summary: 'Publish an announcement to all users',
  usage: 'announce --body <text> [--action-text <text> --action-url <address or path>]',
  options: {
    body: { type: 'string' },
    'action-text': { type: 'string' },
    'action-url': { type: 'string' },
  },
  required: ['body'],

  async run({ services }, values) {
    const { body, 'action-text': actionText, 'action-url': actionUrl } = values
    const wanted = parseOptions(announcementInput, { body, actionText, actionUrl })
    const id = await announce(services, null, { ...wanted, ...everyoneNow })
    return {
      lines: [`Announcement ${String(id)} published.`],
      json: { id },
    }
  },
}
