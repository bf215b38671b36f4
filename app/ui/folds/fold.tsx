type FoldProps = { id?: string; title: string; note?: string | undefined }

/** The line of a part that opens in place: its heading, and what it is set to. */
export const Fold = ({ id, title, note }: FoldProps) => (
  <>
    <h2 className="part-title" {...(id === undefined ? {} : { id, tabIndex: -1 })}>
      {title}
    </h2>
    {note !== undefined && <span className="fold__note">{note}</span>}
  </>
)
