/** Links into the theme editor. */

/** Templates that a block can be added to. */
export type BlockTemplate = 'product' | 'index' | 'collection' | 'cart' | 'page'

type Target = {
  /** The shop's admin, without a trailing slash. */
  admin: string
  clientId: string
}

/** Opens the theme editor with an app embed turned on, ready to save. @param handle the embed's */
export const embedLink = (target: Target, handle: string): string =>
  editorLink(target, {
    context: 'apps',
    template: 'product',
    activateAppId: `${target.clientId}/${handle}`,
  })

/** Opens the theme editor with a block added to a template, ready to be moved and saved. */
export const blockLink = (
  target: Target,
  { handle, template = 'product' }: { handle: string; template?: BlockTemplate },
): string =>
  editorLink(target, {
    template,
    addAppBlockId: `${target.clientId}/${handle}`,
    target: 'newAppsSection',
  })

/** The editor expects the slash between client and block as it is. */
const editorLink = ({ admin }: Target, query: Record<string, string>) =>
  `${admin}/themes/current/editor?${new URLSearchParams(query).toString().replaceAll('%2F', '/')}`
