/** The installation code, for the person who installs it. The subject contains no user input. */
import type { InstallEmailData } from '#app/domain/sites/install-email.server.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'
import { defuseLinks } from './team-emails.ts'

export function installEmail({ site, sender }: InstallEmailData, appUrl: string): EmailContent {
  const { host } = new URL(site.url)
  const name = defuseLinks(sender.name)
  const from = name === null ? sender.email : `${name} (${sender.email})`
  return {
    subject: 'Installation code for a website',
    paragraphs: [
      `${from} would like you to install ${productName} on ${host}. It’s one line of code:`,
      installationCode(appUrl, site.uuid),
      'Paste it into every page, just before </body>. It loads asynchronously and won’t block the page. You can leave it out of the checkout.',
      `If the site uses a Content Security Policy, add ${appUrl} to script-src, connect-src and img-src.`,
      `Once someone opens a page, ${productName} confirms that it works. Replies go to ${sender.email}.`,
    ],
    action: { label: `Learn about ${productName}`, address: appUrl },
    footer: `You’re receiving this because ${sender.email} entered your address. If you don’t know them, don’t install the code.`,
  }
}
