"""Standardise molecules for comparison: isotopes, stereo, charges, salts and tautomers are removed.

A hazard must not pass as its hydrochloride, its deuterated copy, its enol or its mirror image, so each fragment gets

* a *skeleton*: the first block of the InChIKey of the neutral, stereo-free, isotope-free fragment;
* a *tautomer hash* (RDKit HetAtomTautomerv2), equal for all tautomers without enumerating them, which bounds its time;
* a Morgan fingerprint, radius 2, 2048 bits, of the neutral fragment.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rdkit.Chem import Mol

MAX_STRUCTURE_CHARACTERS = 20_000
MAX_ATOMS = 1_000
MAX_RINGS = 400  # beyond this, finding the smallest set of rings takes seconds
MAX_FRAGMENTS = 500  # different ones; a molecule of 1,000 atoms has hardly more
RADIUS, BITS = 2, 2048
WORDS = BITS // 64
# Carbon, the halogens and their like: InChI and the standardisation keep each bond between them.
PLAIN_ELEMENTS = frozenset({6, 7, 8, 9, 15, 16, 17, 35, 53})
_MIX = 0x9E3779B97F4A7C15  # odd, with its bits well spread: 2**64 over the golden ratio
_CYANIDES = frozenset({"[C-]#N", "C#N"})
_NO_BOND_ORDERS = str.maketrans("=:#", "---")


class UnreadableError(ValueError):
    """The text cannot be parsed as a molecule that could be screened."""


@dataclass(frozen=True)
class Fragment:
    """One neutral, stereo-free, isotope-free fragment of a mixture."""

    mol: Mol
    smiles: str
    written: str  # before neutralisation

    @cached_property
    def key(self) -> str:
        """The InChIKey of the fragment; empty where InChI has none, so that only the SMILES identifies it."""
        return _inchikey(self.mol)

    @cached_property
    def elements(self) -> frozenset[int]:
        """The atomic numbers in the fragment."""
        return elements_of(self.mol)

    def skeleton(self) -> str:
        """First block of the InChIKey, or `=` and the canonical SMILES where InChI cannot describe the fragment."""
        return self.key[:14] or "=" + self.smiles

    def tautomer(self) -> str:
        """A text that is the same for every tautomer, without bond orders, which would distinguish enol lactones."""
        from rdkit import rdBase
        from rdkit.Chem import rdMolHash

        with rdBase.BlockLogs():
            text = str(rdMolHash.MolHash(self.mol, rdMolHash.HashFunction.HetAtomTautomerv2))
        return text.translate(_NO_BOND_ORDERS)

    def fingerprint(self) -> NDArray[np.uint64]:
        """The Morgan fingerprint as 32 words of 64 bits."""
        return pack_words(bits_of(self.mol))


@dataclass(frozen=True)
class Forms:
    """A molecule or mixture: `whole` as written (without isotopes and stereo), and its distinct fragments."""

    whole: Mol
    fragments: tuple[Fragment, ...]
    incomplete: str = ""  # why the structure is not fully defined, if so

    def smiles(self) -> str:
        """The canonical SMILES of the whole."""
        from rdkit import Chem

        return str(Chem.MolToSmiles(self.whole))


def elements_of(mol: Mol) -> frozenset[int]:
    """The atomic numbers in a molecule."""
    return frozenset(atomic_numbers(mol))


def atomic_numbers(mol: Mol) -> list[int]:
    """The atomic numbers in the order of the atoms; by index, which takes half the time of iterating."""
    at = mol.GetAtomWithIdx
    return [at(number).GetAtomicNum() for number in range(mol.GetNumAtoms())]


def shape(mol: Mol) -> int:
    """A digest of which heavy atoms are bonded to which, by their elements, three bonds far.

    Molecules of one skeleton or one tautomer hash have one shape, since neither changes a bond between heavy atoms.
    """
    import numpy as np
    from rdkit import Chem

    elements = np.array(atomic_numbers(mol), dtype=np.uint64)
    bonded = Chem.GetAdjacencyMatrix(mol).astype(np.uint64)
    if (elements == 1).any():
        heavy = elements != 1
        elements, bonded = elements[heavy], bonded[np.ix_(heavy, heavy)]
    marks, mix = elements, np.uint64(_MIX)
    for _ in range(3):  # each round mixes in what is one bond further; the arithmetic wraps around
        marks = marks * mix + bonded @ ((marks ^ (marks >> np.uint64(31))) * mix)
    return digest_of(np.sort(marks).tobytes())


def digest64(text: str) -> int:
    """A 64-bit digest that is the same on every machine."""
    return digest_of(text.encode())


def digest_of(content: bytes) -> int:
    """The same of bytes."""
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "little")


def bits_of(mol: Mol) -> NDArray[np.uint8]:
    """The Morgan fingerprint of a molecule, as zeros and ones."""
    found: NDArray[np.uint8] = _generator().GetFingerprintAsNumPy(mol)
    return found


def normalised(mol: Mol) -> Mol:
    """A molecule with its functional groups written as the comparison writes them.

    Raises:
        UnreadableError: RDKit cannot.
    """
    from rdkit import rdBase

    with rdBase.BlockLogs():
        try:
            neat: Mol = _tools()[1].normalize(mol)
        except (ValueError, RuntimeError) as error:
            raise UnreadableError(f"it cannot be standardised ({error})") from error
    return neat


def pack_words(bits: NDArray[Any]) -> NDArray[np.uint64]:
    """Pack 2048 zeros and ones into 32 words."""
    import numpy as np

    return np.packbits(bits.astype(np.uint8), bitorder="little").view("<u8")


def parse_structure(text: str, notation: str = "smiles") -> Mol:
    """Parse `text`; a reaction becomes a mixture of its components.

    Raises:
        UnreadableError: empty, too long, several words, not parsable, or too many atoms or rings.
    """
    from rdkit import Chem, rdBase

    text = text.strip()
    if not text:
        raise UnreadableError("it is empty")
    if len(text) > MAX_STRUCTURE_CHARACTERS:
        raise UnreadableError(f"it has {len(text):,} characters, at most {MAX_STRUCTURE_CHARACTERS:,} are screened")
    if notation == "selfies":
        text = _decode_selfies(text)
    if notation == "smarts":
        return _drawn_out(text)
    if len(text.split()) > 1:
        raise UnreadableError("it has several words; give one structure")
    mol: Mol | None
    with rdBase.BlockLogs():
        if notation == "inchi":
            mol = Chem.MolFromInchi(text)
        else:
            mol = Chem.MolFromSmiles(_without_arrows(text), sanitize=False)
        if mol is None or mol.GetNumAtoms() == 0:
            raise UnreadableError(f"it is not valid {notation.upper()}")
        if mol.GetNumAtoms() > MAX_ATOMS:
            raise UnreadableError(f"it has {mol.GetNumAtoms():,} atoms, at most {MAX_ATOMS:,} are screened")
        if mol.GetNumBonds() - mol.GetNumAtoms() > MAX_RINGS:
            raise UnreadableError("it has more rings than can be screened")
        try:
            Chem.SanitizeMol(mol)
        except ValueError as error:
            raise UnreadableError(f"its valences or aromatic rings are wrong ({error})") from error
    return mol


def _drawn_out(pattern: str) -> Mol:
    """The molecule that a SMARTS, or a SMILES with bare brackets, describes once its open valences are hydrogens.

    Raises:
        UnreadableError: it is no pattern, leaves an element open, or its valences are wrong.
    """
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        query = Chem.MolFromSmarts(pattern)
        if query is None or not 0 < query.GetNumAtoms() <= MAX_ATOMS:
            raise UnreadableError("it is not valid SMARTS")
        if query.GetNumBonds() - query.GetNumAtoms() > MAX_RINGS:
            raise UnreadableError("it has more rings than can be screened")
        drawn = Chem.RWMol()
        for atom in query.GetAtoms():
            if atom.GetAtomicNum() == 0:
                raise UnreadableError("it leaves an element open")
            plain = Chem.Atom(atom.GetAtomicNum())
            plain.SetFormalCharge(atom.GetFormalCharge())
            plain.SetIsAromatic(atom.GetIsAromatic())
            drawn.AddAtom(plain)
        for bond in query.GetBonds():
            aromatic = bond.GetBeginAtom().GetIsAromatic() and bond.GetEndAtom().GetIsAromatic()
            kind = bond.GetBondType() if bond.GetBondTypeAsDouble() >= 2 else Chem.BondType.SINGLE
            drawn.AddBond(
                bond.GetBeginAtomIdx(),
                bond.GetEndAtomIdx(),
                Chem.BondType.AROMATIC if aromatic and kind == Chem.BondType.SINGLE else kind,
            )
        try:
            mol = drawn.GetMol()
            Chem.SanitizeMol(mol)
        except ValueError as error:
            raise UnreadableError(f"its valences or aromatic rings are wrong ({error})") from error
    return mol


def sanitised(drawn: Mol) -> Mol | None:
    """A molecule that was edited, with its valences and rings worked out anew; None where they are impossible."""
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        try:
            found: Mol = drawn.GetMol()
            Chem.SanitizeMol(found)
        except ValueError:
            return None
    return found


def standardise(mol: Mol) -> Forms:
    """Split a molecule into its distinct neutral fragments.

    Raises:
        UnreadableError: more than `MAX_FRAGMENTS` different fragments, or a form RDKit cannot sanitize.
    """
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        try:
            whole = _plain(mol)
            disconnected = _tools()[0].Disconnect(whole)
            pieces: dict[str, Any] = {}
            complexed = _complex_cyanide(disconnected)
            for piece in Chem.GetMolFrags(disconnected, asMols=True):
                if complexed and Chem.MolToSmiles(piece) in _CYANIDES:
                    continue
                pieces.setdefault(Chem.MolToSmiles(piece), piece)
                if len(pieces) > MAX_FRAGMENTS:
                    raise UnreadableError(f"it has more than {MAX_FRAGMENTS} different fragments")
            fragments: dict[str, Fragment] = {}
            for written, piece in pieces.items():
                neutral = _neutral(piece)
                smiles = Chem.MolToSmiles(neutral)
                fragments.setdefault(written, Fragment(neutral, smiles, written))
        except (ValueError, RuntimeError) as error:
            raise UnreadableError(f"it cannot be standardised ({error})") from error
    return Forms(whole, tuple(fragments.values()), _incomplete(whole))


def _complex_cyanide(mol: Mol) -> bool:
    """Whether every cyanide is bound to iron or cobalt; CWC and CLP both exempt complexes such as Prussian blue."""
    from rdkit import Chem

    metals = sum(atom.GetAtomicNum() in (26, 27) for atom in mol.GetAtoms())
    if not metals:
        return False
    pieces = [Chem.MolToSmiles(piece) for piece in Chem.GetMolFrags(mol, asMols=True)]
    return 0 < sum(piece in _CYANIDES for piece in pieces) <= 6 * metals


def undivided(smiles: str) -> Fragment:
    """A compound as a whole, without water, isotopes and stereo, for matching lists of compounds of an element.

    Raises:
        UnreadableError: it cannot be read.
    """
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        whole = _plain(parse_structure(smiles))
    dry = [piece for piece in Chem.GetMolFrags(whole, asMols=True) if Chem.MolToSmiles(piece) != "O"]
    text = ".".join(sorted(Chem.MolToSmiles(piece) for piece in dry))
    mol = Chem.MolFromSmiles(text) or whole
    return Fragment(mol, str(Chem.MolToSmiles(mol)), text)


def _incomplete(whole: Mol) -> str:
    for atom in whole.GetAtoms():
        if atom.GetAtomicNum() == 0:
            return "it has undefined atoms (*)"
        if atom.GetDegree() == 0 and atom.GetNumRadicalElectrons() and atom.GetAtomicNum() in (6, 7, 8, 15, 16):
            return "it has loose atoms, as an InChI leaves of a metal compound: the bonds are not known"
    return ""


def _plain(mol: Mol) -> Mol:
    from rdkit import Chem

    plain = Chem.RWMol(mol)
    for atom in plain.GetAtoms():
        atom.SetIsotope(0)
        atom.SetAtomMapNum(0)
    plain = Chem.RemoveHs(plain.GetMol())
    Chem.RemoveStereochemistry(plain)
    return _phosphites(plain)


def _phosphites(mol: Mol) -> Mol:
    """Write P–OH and [P+]=O as HP=O, since databases draw dialkyl phosphites in all three ways."""
    from rdkit import Chem

    if not any(atom.GetAtomicNum() == 15 for atom in mol.GetAtoms()):
        return mol
    edited = Chem.RWMol(mol)
    for atom in edited.GetAtoms():
        if atom.GetAtomicNum() != 15 or atom.GetDegree() + atom.GetTotalNumHs() != 3:
            continue
        double = [b for b in atom.GetBonds() if b.GetBondType() == Chem.BondType.DOUBLE]
        if atom.GetFormalCharge() == 1 and len(double) == 1 and double[0].GetOtherAtom(atom).GetAtomicNum() == 8:
            atom.SetFormalCharge(0)
            atom.SetNumExplicitHs(atom.GetTotalNumHs() + 1)
        elif atom.GetFormalCharge() == 0 and not double:
            hydroxy = [n for n in atom.GetNeighbors() if n.GetAtomicNum() == 8 and n.GetDegree() == 1]
            if hydroxy:
                edited.GetBondBetweenAtoms(atom.GetIdx(), hydroxy[0].GetIdx()).SetBondType(Chem.BondType.DOUBLE)
                hydroxy[0].SetNumExplicitHs(0)
                hydroxy[0].SetFormalCharge(0)
                atom.SetNumExplicitHs(atom.GetTotalNumHs() + 1)
    Chem.SanitizeMol(edited)
    return edited


def _neutral(piece: Mol) -> Any:
    from rdkit import Chem

    _, normalizer, uncharger = _tools()
    neutral = uncharger.uncharge(normalizer.normalize(piece))
    # parsed again, so that a fragment is the same however it was written; where that fails the charges stay
    return Chem.MolFromSmiles(Chem.MolToSmiles(neutral)) or Chem.MolFromSmiles(Chem.MolToSmiles(piece)) or piece


def _inchikey(mol: Mol) -> str:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        return str(Chem.MolToInchiKey(mol))


def _without_arrows(text: str) -> str:
    # `->` and `<-` are dative bonds; any other `>` separates the sides of a reaction
    return re.sub(r"\.{2,}", ".", re.sub(r"(?<!-)>", ".", text)).strip(".") if ">" in text else text


def _decode_selfies(text: str) -> str:
    import selfies

    try:
        return str(selfies.decoder(text))
    except selfies.DecoderError as error:
        raise UnreadableError("it is not valid SELFIES") from error


@lru_cache(maxsize=1)
def _tools() -> tuple[Any, Any, Any]:
    from rdkit import rdBase
    from rdkit.Chem.MolStandardize import rdMolStandardize

    with rdBase.BlockLogs():
        return (
            rdMolStandardize.MetalDisconnector(),
            rdMolStandardize.Normalizer(),
            rdMolStandardize.Uncharger(canonicalOrder=True),
        )


@lru_cache(maxsize=1)
def _generator() -> Any:
    from rdkit.Chem import rdFingerprintGenerator

    return rdFingerprintGenerator.GetMorganGenerator(radius=RADIUS, fpSize=BITS)
