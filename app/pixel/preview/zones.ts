/** Places for a nudge next to an element, or in it. */
export type Zone = 'before' | 'append' | 'after'

/** They have no content, or draw their own. */
const closed =
  'img,input,br,hr,video,audio,canvas,iframe,select,textarea,button,picture,object,embed,svg,progress,meter,table,thead,tbody,tfoot,tr,colgroup,ul,ol,dl,menu'
/** Their children are rows, cells, items or options, nothing else. */
const strict = 'table,thead,tbody,tfoot,tr,colgroup,ul,ol,dl,menu,select,picture,head,html'

export const listZones = (element: Element): Zone[] => {
  const parent = element.parentElement
  const isBeside = parent !== null && !parent.matches(strict)
  // A component that draws its own content hides anything put into it.
  const isOpen = !element.matches(closed) && !element.shadowRoot
  const zones: Zone[] = isBeside ? ['before', 'append', 'after'] : ['append']
  return isOpen ? zones : zones.filter((zone) => zone !== 'append')
}

/** The element itself, or the nearest one around it that has room for a nudge next to it or in it. */
export const findPointed = (element: Element | null | undefined): Element | null => {
  for (let one = element ?? null; one; one = one.parentElement) {
    if (one === document.body || one === document.documentElement) return null
    if (one instanceof HTMLElement && listZones(one).length) return one
  }
  return null
}
