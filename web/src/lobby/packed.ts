/** Records that come along in the page's own address, as links of a laboratory's report have them, or in files. */

const LONGEST = 1_500_000;

/** The record packed in the part of an address after `#` (deflated, base 64 for addresses); null without one. */
export async function unpacked(hash: string): Promise<string | null> {
  const packed = /^#record=([\w-]+)$/.exec(hash)?.[1];
  if (!packed || packed.length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    return null; // an address that was cut off
  }
}

/** Whether what a file holds can be a text at all: a picture or a program has characters that none has. */
export function isText(read: string): boolean {
  return !/[\0\ufffd]/u.test(read);
}
