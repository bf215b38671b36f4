/**
 * Reports to the open pages of a tenant that a document used a ticket up. All documents of a session share the next
 * one, so a page that doesn't know of it would lead to the admin when it reloads.
 */
export type TicketNews = { used: () => void }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/**
 * @param open the channel of the frame's pages: browsers keep it within the site at the top
 * @param onUsed called when another page reports it. Not for pages in other browsers: they have other sessions
 */
export function startTicketNews(open: () => Channel, onUsed: () => void): TicketNews {
  let channel: Channel | null = null
  try {
    channel = open()
    channel.addEventListener('message', onUsed)
  } catch {
    // A browser that blocks it: the next renewal brings the ticket.
  }
  return {
    used: () => {
      channel?.postMessage('used')
    },
  }
}
