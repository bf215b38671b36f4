/** The gallery's place until its pictures have loaded, so nothing moves. */

/** A test compares it with the list, which isn't loaded yet. */
export const designCount = 16

/** With the site's own as one more. */
export const WaitingGallery = ({ withSite = false }: { withSite?: boolean }) => (
  <div className="design-gallery" aria-hidden>
    {Array.from({ length: designCount + Number(withSite) }, (_none, at) => (
      <span key={at} className="design-gallery__choice">
        <span className="design-gallery__picture" />
        <span className="design-gallery__name small">&nbsp;</span>
      </span>
    ))}
  </div>
)
