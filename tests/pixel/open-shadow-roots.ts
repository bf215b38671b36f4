/** An init script for pages whose closed shadow roots a browser test looks into. */
export const openShadowRoots = () => {
  Element.prototype.attachShadow = new Proxy(Reflect.get(Element.prototype, 'attachShadow'), {
    apply: (attach, element: Element, [init]: [ShadowRootInit]) =>
      attach.call(element, { ...init, mode: 'open' }),
  })
}
