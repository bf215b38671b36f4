import { productName } from '#app/lib/product.ts'

/** Two steps, one ahead of the other. The favicon has the same drawing. */
export function LogoMark() {
  return (
    <svg className="logo__mark" viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="9" fill="#0b7a4b" />
      <g fill="#fff">
        <ellipse cx="11" cy="18.2" rx="3.6" ry="5" transform="rotate(-8 11 18.2)" />
        <circle cx="11.9" cy="25.6" r="2.3" />
      </g>
      <g fill="#8cf0bd">
        <ellipse cx="20.6" cy="11.2" rx="3.6" ry="5" transform="rotate(8 20.6 11.2)" />
        <circle cx="19.7" cy="18.6" r="2.3" />
      </g>
    </svg>
  )
}

export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span className="logo__name">{productName}</span>
    </span>
  )
}
