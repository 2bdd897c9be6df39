# pods that keep others away are not asked
# file: ProfileCompiler.java
s/topology\.awayFrom(inverse);//
