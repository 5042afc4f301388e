"""Names of compounds and elements in other languages, each by its structure or its symbol."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.language.detect import READ
from scitoolagent.language.lexicon import word_table
from scitoolagent.language.words import split_phrases
from scitoolagent.reading.reader import RuleReader
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.store import load_graph

# What each name stands for, written down from textbooks without stereochemistry; the tables of names are not asked.
STRUCTURES = {
    "Koffein 咖啡因": "Cn1c(=O)c2c(ncn2C)n(C)c1=O",
    "Theophyllin 茶碱": "Cn1c(=O)c2[nH]cnc2n(C)c1=O",
    "Theobromin 可可碱": "Cn1cnc2c1c(=O)[nH]c(=O)n2C",
    "Acetylsalicylsäure 阿司匹林": "CC(=O)Oc1ccccc1C(=O)O",
    "Salicylsäure 水杨酸": "OC(=O)c1ccccc1O",
    "Kochsalz 食盐": "[Na+].[Cl-]",
    "Toluol 甲苯": "Cc1ccccc1",
    "Benzol 苯": "c1ccccc1",
    "p-Xylol 对二甲苯": "Cc1ccc(C)cc1",
    "Styrol 苯乙烯": "C=Cc1ccccc1",
    "Karbolsäure 苯酚": "Oc1ccccc1",
    "Anilin 苯胺": "Nc1ccccc1",
    "Naphthalin 萘": "c1ccc2ccccc2c1",
    "Anthrazen 蒽": "c1ccc2cc3ccccc3cc2c1",
    "Wasser 水": "O",
    "Weingeist 酒精": "CCO",
    "Methylalkohol 甲醇": "CO",
    "Aceton 丙酮": "CC(C)=O",
    "Essigsäure 醋酸": "CC(=O)O",
    "Ameisensäure 蚁酸": "OC=O",
    "Zitronensäure 柠檬酸": "OC(=O)CC(O)(CC(=O)O)C(=O)O",
    "Milchsäure 乳酸": "CC(O)C(=O)O",
    "Oxalsäure 草酸": "OC(=O)C(=O)O",
    "Benzoesäure 苯甲酸": "OC(=O)c1ccccc1",
    "Buttersäure": "CCCC(=O)O",
    "Propionsäure": "CCC(=O)O",
    "Ascorbinsäure 抗坏血酸": "OCC(O)C1OC(=O)C(O)=C1O",
    "Weinsäure 酒石酸": "OC(C(O)C(=O)O)C(=O)O",
    "Äpfelsäure 苹果酸": "OC(CC(=O)O)C(=O)O",
    "Bernsteinsäure 琥珀酸": "OC(=O)CCC(=O)O",
    "Stearinsäure 硬脂酸": "CCCCCCCCCCCCCCCCCC(=O)O",
    "Ölsäure 油酸": "CCCCCCCCC=CCCCCCCCC(=O)O",
    "Palmitinsäure": "CCCCCCCCCCCCCCCC(=O)O",
    "Nikotinsäure": "OC(=O)c1cccnc1",
    "Salzsäure 盐酸": "Cl",
    "Schwefelsäure 硫酸": "OS(=O)(=O)O",
    "Salpetersäure 硝酸": "O[N+](=O)[O-]",
    "Phosphorsäure 磷酸": "OP(=O)(O)O",
    "Kohlendioxid 二氧化碳": "O=C=O",
    "Kohlenmonoxid 一氧化碳": "[C-]#[O+]",
    "Ammoniak 氨": "N",
    "Wasserstoffperoxid 双氧水": "OO",
    "Ätznatron 烧碱": "[Na+].[OH-]",
    "Natron 小苏打": "[Na+].OC(=O)[O-]",
    "Natriumcarbonat 纯碱": "[Na+].[Na+].[O-]C(=O)[O-]",
    "Calciumcarbonat 碳酸钙": "[Ca+2].[O-]C(=O)[O-]",
    "Kaliumchlorid 氯化钾": "[K+].[Cl-]",
    "Glyzerin 甘油": "OCC(O)CO",
    "Harnstoff 尿素": "NC(N)=O",
    "Nikotin 尼古丁": "CN1CCCC1c1cccnc1",
    "Kampfer 樟脑": "CC1(C)C2CCC1(C)C(=O)C2",
    "Cumarin 香豆素": "O=c1ccc2ccccc2o1",
    "Vanillin 香草醛": "COc1cc(C=O)ccc1O",
    "Adrenalin 肾上腺素": "CNCC(O)c1ccc(O)c(O)c1",
    "Dopamin 多巴胺": "NCCc1ccc(O)c(O)c1",
    "Serotonin 血清素": "NCCc1c[nH]c2ccc(O)cc12",
    "Histamin 组胺": "NCCc1cnc[nH]1",
    "Melatonin 褪黑素": "CC(=O)NCCc1c[nH]c2ccc(OC)cc12",
    "Alanin 丙氨酸": "CC(N)C(=O)O",
    "Glycin 甘氨酸": "NCC(=O)O",
    "Lysin 赖氨酸": "NCCCCC(N)C(=O)O",
    "Tyrosin 酪氨酸": "NC(Cc1ccc(O)cc1)C(=O)O",
    "Pyridin 吡啶": "c1ccncc1",
    "Chinolin 喹啉": "c1ccc2ncccc2c1",
    "Indol 吲哚": "c1ccc2[nH]ccc2c1",
    "Imidazol 咪唑": "c1c[nH]cn1",
    "Furan 呋喃": "c1ccoc1",
    "Thiophen 噻吩": "c1ccsc1",
    "Hexan 己烷": "CCCCCC",
    "Oktan": "CCCCCCCC",
    "Methan 甲烷": "C",
    "Ethan 乙烷": "CC",
    "Propan 丙烷": "CCC",
    "Butan 丁烷": "CCCC",
    "Cyclohexan 环己烷": "C1CCCCC1",
    "Ethen 乙烯": "C=C",
    "Azetylen 乙炔": "C#C",
    "Trichlormethan 氯仿": "ClC(Cl)Cl",
    "Dichlormethan 二氯甲烷": "ClCCl",
    "Diethylether 乙醚": "CCOCC",
    "Essigester 乙酸乙酯": "CCOC(C)=O",
    "Formaldehyd 甲醛": "C=O",
    "Acetaldehyd 乙醛": "CC=O",
    "Benzaldehyd 苯甲醛": "O=Cc1ccccc1",
    "Acetonitril 乙腈": "CC#N",
    "Nitrobenzol 硝基苯": "O=[N+]([O-])c1ccccc1",
    "Chlorbenzol 氯苯": "Clc1ccccc1",
    "Isopropanol": "CC(C)O",
    "Dimethylsulfoxid 二甲基亚砜": "CS(C)=O",
    "Paracetamol 对乙酰氨基酚": "CC(=O)Nc1ccc(O)cc1",
    "布洛芬": "CC(C)Cc1ccc(C(C)C(=O)O)cc1",
    "萘普生": "COc1ccc2cc(C(C)C(=O)O)ccc2c1",
    "Thymol 百里酚": "Cc1ccc(C(C)C)c(O)c1",
    "Eugenol 丁香酚": "C=CCc1ccc(O)c(OC)c1",
    "Resveratrol 白藜芦醇": "Oc1ccc(C=Cc2cc(O)cc(O)c2)cc1",
    "Limonen": "CC1=CCC(C(C)=C)CC1",
    "利多卡因": "CCN(CC)CC(=O)Nc1c(C)cccc1C",
}
NAMES = [(name, smiles) for names, smiles in STRUCTURES.items() for name in names.split()]


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return RuleReader(load_graph(), load_config())


def flat(smiles: str) -> str:
    """A structure without stereochemistry, as RDKit writes it."""
    from rdkit import Chem

    return str(Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False))


@pytest.mark.parametrize(("name", "smiles"), NAMES)
def test_a_name_stands_for_its_structure(reader: RuleReader, name: str, smiles: str) -> None:
    question = f"das Molekulargewicht von {name}" if name[0] < "\u3000" else f"{name}的分子量"
    query = reader.read(question)
    found = [entity for entity in query.entities if entity.type == "MoleculeName"]
    assert len(found) == 1, query.text
    assert found[0].end - found[0].start > 1
    made = load_registry()["name_to_smiles"].function(found[0].value)
    assert flat(made.smiles) == flat(smiles)


@pytest.mark.parametrize("code", READ)
def test_enough_names_are_checked(code: str) -> None:
    told = {phrase for phrases in word_table(code)["compounds"].values() for phrase in split_phrases(phrases)}
    assert len(told & {name for name, _ in NAMES}) >= 60


@pytest.mark.parametrize("code", READ)
def test_each_name_is_one_that_english_tables_know(reader: RuleReader, code: str) -> None:
    template = {"de": "das Molekulargewicht von {}", "zh": "{}的分子量"}[code]
    unknown = [
        phrase
        for english, phrases in word_table(code)["compounds"].items()
        for phrase in split_phrases(phrases)
        if not any(
            entity.type == "MoleculeName" and entity.text == english
            for entity in reader.read(template.format(phrase)).entities
        )
    ]
    assert unknown == []


@pytest.mark.parametrize("code", READ)
def test_each_element_is_read_as_its_symbol(reader: RuleReader, code: str) -> None:
    from rdkit import Chem

    template = {"de": "die Elektronegativität von {}", "zh": "{}的电负性"}[code]
    table = Chem.GetPeriodicTable()
    wrong = []
    # The elements stand in the file by their atomic numbers.
    for number, phrases in enumerate(word_table(code)["elements"].values(), start=1):
        for phrase in split_phrases(phrases):
            query = reader.read(template.format(phrase))
            if [e.value for e in query.entities if e.type == "ElementSymbol"] != [table.GetElementSymbol(number)]:
                wrong.append(phrase)
    assert wrong == []
