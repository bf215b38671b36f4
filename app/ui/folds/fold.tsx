type FoldProps = { id?: string; title: string; note?: string | undefined }

/** The line of a part that opens in place: its heading, and what it is set to. */
export const Fold = ({ id, title, note }: FoldProps) => (
  <>
    <h2 className="part-title" {...(id === undefined ? {} : { id, tabIndex: -1 })}>
      {title}
    </h2>
    {note !== undefined && (
      <span className="flex-1 min-w-0 muted small break-anywhere">{note}</span>
    )}
  </>
)
